// Searches whose depths are kept for comparison: the last ones of a position, each spec once.
import type { SearchNews } from "../protocol";

export interface Kept { spec: string; depths: number[] }
export interface DepthBook {
  where: string; // the position
  kept: Kept[]; // finished searches, the oldest first
  now: Kept | null; // the search that runs
}
const MOST = 5;

/** The book after a message: a search is kept when it is over, or when another spec takes its place. */
export function noted(book: DepthBook, where: string, news: SearchNews | null): DepthBook {
  const here = book.where === where ? book : { where, kept: [], now: null };
  if (!news?.depths?.length) return here;
  const said = { spec: news.spec, depths: news.depths };
  const before = here.now && here.now.spec !== said.spec ? added(here.kept, here.now) : here.kept;
  return news.over ? { where, kept: added(before, said), now: null } : { where, kept: before, now: said };
}

const added = (kept: Kept[], one: Kept) => [...kept.filter((other) => other.spec !== one.spec), one].slice(-MOST);

/** What is drawn: what is kept, and the search that runs in the place of its last run. */
export const drawn = ({ kept, now }: DepthBook): Kept[] => (now ? [...kept.filter((one) => one.spec !== now.spec), now] : kept);

/** Visited nodes, the deepest that there is, and the mean depth. */
export function summary(depths: number[]): { nodes: number; deepest: number; mean: number } {
  const nodes = depths.reduce((sum, count) => sum + count, 0);
  const mean = depths.reduce((sum, count, depth) => sum + count * depth, 0) / Math.max(1, nodes);
  return { nodes, deepest: depths.reduce((deepest, count, depth) => (count > 0 ? depth : deepest), 0), mean };
}
