// Watching a search think: what the rest of the page may use.
import "./watch.css";
import "./tree.css";
import "./form.css";

export { CandidatesTable } from "./candidates";
export { DepthsPanel } from "./depths";
export { MovesPanel } from "./moves";
export { WatchPanels } from "./panels";
export { SpecForm } from "./specform";
export { TermsPanel } from "./terms";
export { TreeView } from "./treeview";
export { WinGraph } from "./wingraph";
