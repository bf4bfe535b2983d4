// Moving about in the drawn tree: wheel and pinch zoom, dragging shifts, and the keys do both.
import { useRef } from "preact/hooks";
import { shift, zoomAt, type Camera } from "./treecamera";

const STEP = 48; // of an arrow key
export const FACTOR = 1.3; // of the keys + and -
const SLACK = 4; // a click may shake so much

interface Holder {
  camera: () => Camera;
  move: (camera: Camera, soft: boolean) => void;
  fit: () => void;
}

export function useGestures({ camera, move, fit }: Holder) {
  const held = useRef(new Map<number, { x: number; y: number }>());
  const dragged = useRef(false); // whether the last press was a drag, not a click
  const from = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function onPointerDown(event: PointerEvent) {
    if (held.current.size === 0) dragged.current = false;
    held.current.set(event.pointerId, from(event));
  }
  function onPointerMove(event: PointerEvent) {
    const before = held.current.get(event.pointerId);
    if (!before) return;
    const now = from(event);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    if (!dragged.current && Math.hypot(dx, dy) < SLACK) return;
    if (!dragged.current) (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
    dragged.current = true;
    const other = [...held.current].find(([id]) => id !== event.pointerId)?.[1];
    held.current.set(event.pointerId, now);
    if (!other) return move(shift(camera(), dx, dy), false);
    const wider = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    move(zoomAt(shift(camera(), dx / 2, dy / 2), wider, (now.x + other.x) / 2, (now.y + other.y) / 2), false);
  }
  function onPointerUp(event: PointerEvent) {
    held.current.delete(event.pointerId);
  }
  function onWheel(event: WheelEvent) {
    event.preventDefault();
    const { x, y } = from(event);
    move(zoomAt(camera(), Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), x, y), false);
  }
  function zoom(factor: number, element: Element) {
    move(zoomAt(camera(), factor, element.clientWidth / 2, element.clientHeight / 2), true);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const arrow = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] }[event.key];
    const factor = { "+": FACTOR, "=": FACTOR, "-": 1 / FACTOR }[event.key];
    if (arrow) move(shift(camera(), arrow[0], arrow[1]), true);
    else if (factor) zoom(factor, event.currentTarget as Element);
    else if (event.key === "0") fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onLostPointerCapture: onPointerUp, onWheel, onKeyDown };
  return { handlers, zoom, dragged };
}
