/** The icons, drawn here: 16 units wide, one line, in the colour of the text. */
import type { ButtonHTMLAttributes } from "preact";

const shapes = {
  now: "M8 1.75v3M8 11.25v3M1.75 8h3M11.25 8h3M8 8m-2.25 0a2.25 2.25 0 1 0 4.5 0a2.25 2.25 0 1 0-4.5 0",
  intents: "M2.5 3.5h3v9h-3zM6.5 3.5h3v6h-3zM10.5 3.5h3v7.5h-3z",
  trace: "M2 13.5h12M3.5 11V8M6.5 11V4.5M9.5 11V6.5M12.5 11V2.5",
  code: "M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5",
  map: "M3.5 8m-1.75 0a1.75 1.75 0 1 0 3.5 0a1.75 1.75 0 1 0-3.5 0M12.5 3.75m-1.75 0a1.75 1.75 0 1 0 3.5 0a1.75 1.75 0 1 0-3.5 0M12.5 12.25m-1.75 0a1.75 1.75 0 1 0 3.5 0a1.75 1.75 0 1 0-3.5 0M5.1 7.2l5.8-2.7M5.1 8.8l5.8 2.7",
  hooks: "M10.5 2v5.5M10.5 7.5v2.25a3.75 3.75 0 0 1-7.5 0V8.5M1.5 10L3 8.25 4.5 10M10.5 2m-.01 0h.02",
  health: "M1.5 8.5h3l1.75-4.5 3 8.5 2-4h3.25",
  check: "M3 8.5l3.25 3.25L13 4.75",
  close: "M4 4l8 8M12 4l-8 8",
  alert: "M8 2.25L14.25 13H1.75zM8 6.5v3M8 11.25v.05",
  stop: "M8 8m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M4 4l8 8",
  ask: "M8 8m-6.25 0a6.25 6.25 0 1 0 12.5 0a6.25 6.25 0 1 0-12.5 0M6.25 6.25a1.8 1.8 0 1 1 2.6 1.6c-.55.3-.85.65-.85 1.3M8 11.4v.05",
  dot: "M8 8m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  right: "M6 3.5L10.5 8 6 12.5",
  left: "M10 3.5L5.5 8 10 12.5",
  down: "M3.5 6L8 10.5 12.5 6",
  plus: "M8 3v10M3 8h10",
  search: "M7 7m-4.25 0a4.25 4.25 0 1 0 8.5 0a4.25 4.25 0 1 0-8.5 0M10.25 10.25L14 14",
  folder: "M1.75 4.25a1 1 0 0 1 1-1h3l1.5 1.75h6a1 1 0 0 1 1 1v5.75a1 1 0 0 1-1 1H2.75a1 1 0 0 1-1-1z",
  file: "M4 1.75h5l3.25 3.25v9.25H4zM9 1.75V5h3.25",
  sun: "M8 8m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M8 1.25v1.5M8 13.25v1.5M1.25 8h1.5M13.25 8h1.5M3.2 3.2l1.1 1.1M11.7 11.7l1.1 1.1M12.8 3.2l-1.1 1.1M4.3 11.7l-1.1 1.1",
  moon: "M13.5 9.75A6 6 0 0 1 6.25 2.5a6 6 0 1 0 7.25 7.25z",
  keys: "M1.75 4.25h12.5v7.5H1.75zM4.25 6.75h.05M6.75 6.75h.05M9.25 6.75h.05M11.75 6.75h.05M5 9.5h6",
  agent: "M3 5.5h10v7H3zM8 5.5V3M8 2.5v.05M6 8.5v1M10 8.5v1M1.5 8.5v1.5M14.5 8.5v1.5",
  person:
    "M8 5.25m-2.75 0a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0-5.5 0M2.75 13.75c.5-2.75 2.5-4.25 5.25-4.25s4.75 1.5 5.25 4.25",
  edit: "M2.75 13.25l.6-2.75 7.75-7.75 2.15 2.15-7.75 7.75zM9.5 4.4l2.1 2.1",
  overlap: "M6 8m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M10 8m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
  link: "M6.75 9.25l2.5-2.5M7.5 4.75l1.4-1.4a2.65 2.65 0 0 1 3.75 3.75l-1.4 1.4M8.5 11.25l-1.4 1.4a2.65 2.65 0 0 1-3.75-3.75l1.4-1.4",
  shield: "M8 1.75l5.25 2v4c0 3.25-2.1 5.4-5.25 6.5-3.15-1.1-5.25-3.25-5.25-6.5v-4zM5.75 8l1.6 1.6 3-3.2",
  clock: "M8 8m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0M8 4.5V8l2.25 1.5",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  minus: "M3.5 8h9",
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name, class: extra = "" }: { name: IconName; class?: string }) {
  return (
    <svg class={`icon ${extra}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}

/** A button that shows only an icon; `label` is what it is called. */
export function IconButton({ icon, label, ...more }: { icon: IconName; label: string } & ButtonHTMLAttributes) {
  return (
    <button type="button" class="icon-button" aria-label={label} {...more}>
      <Icon name={icon} />
    </button>
  );
}
