// What the panels that show the search are given.
import type { Ask, Catalog, Look, Part, SearchNews, State } from "../protocol";

/** An ask without its number, which the connection adds. */
export type Wish = Ask extends infer A ? (A extends { id: number } ? Omit<A, "id"> : never) : never;

export interface WatchProps {
  state: State;
  news: SearchNews | null; // of the position looked at
  catalog: Catalog;
  ask: (wish: Wish) => Promise<unknown>; // resolves with the answer (done, hint, look …), rejects with Error(text)
  look: (path: string[]) => Promise<Look>;
  onLine: (line: string[] | null) => void; // show this line on the board, numbered
  onParts: (parts: Part[]) => void; // what the open panels need of search messages
}
