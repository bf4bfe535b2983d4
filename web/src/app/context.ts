// Gives every part of the page the session and the slices of the page's state that it shows.
import { createContext } from "preact";
import { useContext, useEffect, useReducer, useRef } from "preact/hooks";
import type { Session } from "./session";
import type { Page } from "./store";

export const SessionContext = createContext<Session>(null as unknown as Session);

export const useSession = () => useContext(SessionContext);

/** A slice of the page's state; the component is drawn again when it changes. */
export function usePage<T>(select: (page: Page) => T): T {
  const { store } = useSession();
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const latest = useRef(select);
  latest.current = select;
  const shown = useRef<T>(undefined as T);
  shown.current = select(store.get());
  useEffect(() => {
    const check = () => void (Object.is(latest.current(store.get()), shown.current) || draw(0));
    check();
    return store.subscribe(check);
  }, [store]);
  return shown.current;
}
