// All dialogs together, fetched as one piece.
export { Help } from "./Help";
export { LoadDialog } from "./LoadDialog";
export { NewGame } from "./NewGame";
export { PlayersDialog } from "./PlayersDialog";
export { EditDialog, ResignDialog, SaveDialog } from "./SmallDialogs";
