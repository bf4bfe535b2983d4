// A uPlot graph in a container: it follows the container's size, the data and the theme.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

/** A colour of the theme, by its name. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim() || "#888";
}

const canDraw = () => !!document.createElement("canvas").getContext("2d"); // not in the browser of the tests

export const axis = (more: uPlot.Axis): uPlot.Axis => ({
  stroke: () => colour("muted"),
  grid: { stroke: () => colour("line"), width: 1 },
  ticks: { stroke: () => colour("line"), width: 1, size: 4 },
  font: "11px system-ui, sans-serif",
  ...more,
});

/** `make` is asked again when `key` changes; its colours should be functions, so that a new theme is followed. */
export function usePlot(make: () => Omit<uPlot.Options, "width" | "height">, data: uPlot.AlignedData, key: string) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  useEffect(() => {
    const at = box.current;
    if (!at || !canDraw()) return;
    const size = () => ({ width: at.clientWidth, height: at.clientHeight });
    const made = new uPlot({ ...make(), ...size() }, data, at);
    plot.current = made;
    const sizes = new ResizeObserver(() => made.setSize(size()));
    sizes.observe(at);
    const themes = new MutationObserver(() => made.redraw(true, true));
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      sizes.disconnect();
      themes.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [key]);
  useEffect(() => plot.current?.setData(data), [data]);
  return { box, plot };
}
