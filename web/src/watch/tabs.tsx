// Tabs with one panel open: arrow keys, Home and End go from tab to tab.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

interface Tab<Name extends string> { name: Name; label: string }
interface Props<Name extends string> {
  id: string;
  label: string; // of the whole list
  tabs: Tab<Name>[];
  open: Name;
  onOpen: (name: Name) => void;
  children: ComponentChildren; // what the open panel shows
}

export function Tabs<Name extends string>({ id, label, tabs, open, onOpen, children }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.name === open);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (to + tabs.length) % tabs.length;
    onOpen(tabs[next].name);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next].focus();
  }
  return (
    <section class="yw-tabs" aria-label={label}>
      <div class="yw-tablist" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.name}`}
            aria-selected={tab.name === open}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === open ? 0 : -1}
            onClick={() => onOpen(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div class="yw-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${open}`} tabIndex={0}>
        {children}
      </div>
    </section>
  );
}
