// Fetches what the server offers.
import type { Catalog } from "../protocol";
import { FIRST_PAUSE, LONGEST_PAUSE } from "./connection";

/** The catalog, asked for again with growing pauses while the server is away. */
export async function fetchCatalog(): Promise<Catalog> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      const answer = await fetch("/api/catalog");
      if (answer.ok) return (await answer.json()) as Catalog;
    } catch {
      // The banner says that the server is away.
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
