// Which part of the drawn tree is seen: shifting, zooming and fitting, as plain numbers.
import { extent, type Shape } from "./treeshape";

export const ROW = 22; // height of a row before zooming; no node is larger
export const BIGGEST = 10; // radius
const [LEAST, MOST] = [0.12, 6];
const MARGIN = 26; // left and right of it, on the screen
const LABEL = 54; // room for the text right of the last column, on the screen

export type Camera = [x: number, y: number, zoom: number];
export interface Size { width: number; height: number }

/** The camera and the width of a column with which the whole tree is seen. */
export function fit(shape: Shape, { width, height }: Size): { camera: Camera; column: number } {
  const { low, high, depth } = extent(shape);
  const zoom = Math.max(LEAST, Math.min(1.5, height / ((high - low + 2) * ROW)));
  const room = Math.max(60, width - MARGIN - LABEL);
  const column = Math.max(40, Math.min(260, room / zoom / Math.max(1, depth)));
  return { camera: [MARGIN, height / 2 - ((low + high) / 2) * ROW * zoom, zoom], column };
}

/** Zoom by a factor so that the point (x, y) of the screen stays where it is. */
export function zoomAt([cx, cy, zoom]: Camera, factor: number, x: number, y: number): Camera {
  const next = Math.max(LEAST, Math.min(MOST, zoom * factor));
  return [x - ((x - cx) * next) / zoom, y - ((y - cy) * next) / zoom, next];
}

export const shift = ([x, y, zoom]: Camera, dx: number, dy: number): Camera => [x + dx, y + dy, zoom];

/** The camera moved just so far that a point of the drawing is inside the frame. */
export function reveal(camera: Camera, [px, py]: number[], { width, height }: Size): Camera {
  const [x, y] = [px * camera[2] + camera[0], py * camera[2] + camera[1]];
  const into = (at: number, most: number) => Math.max(MARGIN, Math.min(most - MARGIN, at)) - at;
  return shift(camera, into(x, width), into(y, height));
}
