// Small drawings for buttons, by strokes on a field of 24 by 24.
const PATHS = {
  new: "M12 5v14M5 12h14",
  load: "M12 16V4m-5 5 5-5 5 5M4 20h16",
  save: "M12 4v12m-5-5 5 5 5-5M4 20h16",
  edit: "M4 20l1-5L16 4l4 4L9 19l-5 1zM14 6l4 4",
  players: "M8 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c0-4 3-6 6-6s6 2 6 6M15 4.5a3.5 3.5 0 0 1 0 6M17 14.5c3 .5 5 2.5 5 5.5",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.5",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  settings: "M4 7h9m5 0h2M4 17h3m5 0h8M13 4.5v5M7 14.5v5",
  pass: "M4 12h13m-5-6 6 6-6 6M21 5v14",
  undo: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  resign: "M6 21V4h11l-2.5 4L17 12H6",
  now: "M13 3 5 14h6l-1 7 8-11h-6z",
  hint: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0v1h-7z",
  estimate: "M4 20V10m5 10V4m5 16v-8m5 8V7",
  pause: "M8 5v14M16 5v14",
  resume: "M7 4v16l13-8z",
  analyze: "M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM15.5 15.5 21 21",
  start: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forth: "M8 5l9 7-9 7z",
  end: "M18 5v14M5 5l9 7-9 7z",
  flip: "M7 20V5m-3 3 3-3 3 3M17 4v15m-3-3 3 3 3-3",
  close: "M6 6l12 12M18 6 6 18",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="ya-icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}
