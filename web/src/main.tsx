// Starts the page.
import { render } from "preact";
import { App } from "./app/App";
import { startSession } from "./app/session";
import "./theme.css";

render(<App session={startSession()} />, document.getElementById("app") as HTMLElement);
