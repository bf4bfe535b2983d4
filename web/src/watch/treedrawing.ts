// The part of the drawn tree that moves: places are written into it frame by frame, past the rendering.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { fit, reveal, ROW, type Camera } from "./treecamera";
import { Motion } from "./treemotion";
import type { Branch, Shape } from "./treeshape";

const CAMERA = "\n"; // among the keys of nodes, which are moves
const NARROWEST = 40;

export function useDrawing(nodes: Branch[], shape: Shape, frame: { current: HTMLDivElement | null }, arranged: number) {
  const world = useRef<SVGGElement>(null);
  const parts = useRef({ groups: new Map<string, SVGGElement>(), edges: new Map<string, SVGPathElement>(), column: NARROWEST, own: false, tidied: 0 }).current;
  const parents = useRef(new Map<string, string>());
  const [zoom, setZoom] = useState(1);
  const motion = useMemo(() => new Motion(draw), []);

  function draw() {
    const [x, y, k] = motion.now.get(CAMERA) ?? [0, 0, 1];
    world.current?.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${k.toFixed(4)})`);
    for (const [key, element] of parts.groups) {
      const at = motion.now.get(key);
      if (at) element.setAttribute("transform", `translate(${at[0].toFixed(1)} ${at[1].toFixed(1)})`);
    }
    for (const [key, element] of parts.edges) {
      const [to, from] = [motion.now.get(key), motion.now.get(parents.current.get(key) ?? "")];
      if (to && from) element.setAttribute("d", edge(from, to));
    }
  }
  const size = () => ({ width: frame.current?.clientWidth || 320, height: frame.current?.clientHeight || 300 });
  const camera = () => (motion.wanted(CAMERA) ?? [0, 0, 1]) as Camera;
  function go(to: Camera, soft: boolean) {
    motion.send(CAMERA, to, soft);
    setZoom(2 ** (Math.round(Math.log2(to[2]) * 4) / 4)); // in steps: text is not laid out anew for each turn of the wheel
  }
  function aim() {
    const goal = new Map([...shape.places].map(([key, { depth, row }]) => [key, [depth * parts.column, row * ROW]]));
    goal.set(CAMERA, camera());
    motion.aim(goal, (key) => motion.now.get(parents.current.get(key) ?? key) ?? goal.get(key)!);
  }
  function fitAll(soft = true) {
    const found = fit(shape, size());
    parts.column = found.column;
    parts.own = false;
    aim();
    go(found.camera, soft);
  }
  useLayoutEffect(() => {
    parents.current = new Map(nodes.map((node) => [node.key, node.parent ?? ""]));
    const anew = parts.tidied !== shape.tidied; // arranged anew: then the whole is shown too, unless the person looks elsewhere
    if (nodes.length && anew && !parts.own) fitAll(parts.tidied > 0);
    else aim();
    parts.tidied = shape.tidied;
  }, [nodes, arranged]);
  useEffect(() => () => motion.stop(), []);
  useEffect(() => {
    if (!frame.current) return;
    const sizes = new ResizeObserver(() => parts.own || latest.current(false));
    sizes.observe(frame.current);
    return () => sizes.disconnect();
  }, []);
  const latest = useRef(fitAll);
  latest.current = fitAll;

  return {
    world, groups: parts.groups, edges: parts.edges, zoom, camera,
    fit: () => fitAll(),
    move: (to: Camera, soft: boolean) => { parts.own = true; go(to, soft); },
    show: (key: string) => { const at = motion.wanted(key); if (at) go(reveal(camera(), at, size()), true); },
  };
}

const edge = ([x0, y0]: number[], [x1, y1]: number[]) => {
  const middle = ((x0 + x1) / 2).toFixed(1);
  return `M${x0.toFixed(1)} ${y0.toFixed(1)}C${middle} ${y0.toFixed(1)} ${middle} ${y1.toFixed(1)} ${x1.toFixed(1)} ${y1.toFixed(1)}`;
};
