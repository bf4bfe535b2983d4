// All that shows a search, one tab each: the open one says what it needs of search messages.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { Part } from "../protocol";
import { CandidatesTable } from "./candidates";
import { noted, type DepthBook } from "./depthkeep";
import { DepthsPanel } from "./depths";
import { MovesPanel } from "./moves";
import type { WatchProps } from "./props";
import { NO_DRAFT, SearchPanel } from "./searchpanel";
import { Tabs } from "./tabs";
import { TermsPanel } from "./terms";
import { TreeView } from "./treeview";

const NEEDS = { candidates: [], tree: ["tree"], moves: ["moves"], terms: ["terms"], depths: ["depths"], search: [] } satisfies Record<string, Part[]>;
type Name = keyof typeof NEEDS;
const NAMES = Object.keys(NEEDS) as Name[];

export function WatchPanels(props: WatchProps) {
  const { state, news, catalog, ask, look, onLine, onParts } = props;
  const id = useId();
  const [open, setOpen] = useState<Name>("candidates");
  useEffect(() => {
    onParts(NEEDS[open]);
    return () => onLine(null);
  }, [open]);
  const [book, clear] = useDepthBook(props);
  const draft = useRef({ game: state.game, kept: NO_DRAFT });
  if (draft.current.game !== state.game) draft.current = { game: state.game, kept: NO_DRAFT };
  const panel = {
    candidates: () => <CandidatesTable state={state} news={news} onLine={onLine} />,
    tree: () => <TreeView state={state} news={news} look={look} onLine={onLine} />,
    moves: () => <MovesPanel news={news} onLine={onLine} />,
    terms: () => <TermsPanel news={news} onLine={onLine} />,
    depths: () => <DepthsPanel book={book} onClear={clear} />,
    search: () => <SearchPanel key={state.game} state={state} catalog={catalog} ask={ask} kept={draft.current.kept} onKeep={(kept) => { draft.current.kept = kept; }} />,
  }[open];
  return (
    <Tabs id={id} label={t("watch.title")} tabs={NAMES.map((name) => ({ name, label: t(`watch.tab.${name}`) }))} open={open} onOpen={setOpen}>
      {panel()}
    </Tabs>
  );
}

/** What the searches of this position said of depths, also while another tab is open. */
function useDepthBook({ state, news }: WatchProps): [DepthBook, () => void] {
  const where = `${state.game} ${state.moves.slice(0, state.at).map((played) => played.move).join(" ")}`;
  const book = useRef<DepthBook>({ where, kept: [], now: null });
  const last = useRef<unknown>(undefined);
  const [, redraw] = useState(0);
  if (last.current !== news || book.current.where !== where) book.current = noted(book.current, where, news);
  last.current = news;
  return [book.current, () => { book.current = { ...book.current, kept: [] }; redraw((count) => count + 1); }];
}
