/** A list or tree of any length: only the rows in sight exist, and all of it is walked by keyboard. */
import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { moveInList } from "../state/key-strokes.ts";
import { rowWindow, scrollToRow, type Viewport } from "./virtual-window.ts";

export interface TreePlace {
  level: number;
  position: number;
  siblings: number;
  /** Null for what cannot be opened. */
  expanded: boolean | null;
}

export interface RowsProps {
  label: string;
  count: number;
  rowHeight: number;
  /** Phrasing content only: a row is one thing to a screen reader. */
  row(index: number): ComponentChildren;
  /** The row whose details are open; -1 where none is. */
  selected?: number;
  /** `pressed`: what in the row was clicked; null where a key was used. */
  onOpen(index: number, pressed: EventTarget | null): void;
  /** Rows `first` to `end` came into sight. */
  onSee?(first: number, end: number): void;
  /** Given for a tree. */
  place?(index: number): TreePlace;
  /** True where the key was used. */
  onKey?(key: string, index: number): boolean;
  rowClass?(index: number): string;
  class?: string;
  /** Scrolls with the view instead of by itself. */
  flows?: boolean;
  /** The widest row in characters, where rows are code. */
  columns?: number;
  /** Brought into sight when it changes. */
  reveal?: number;
}

export function Rows(props: RowsProps) {
  const { count, rowHeight, selected = -1, place, flows = false } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(Math.max(0, selected));
  const view = useViewport(list, count, rowHeight, flows);
  const { first, end, offset, total } = rowWindow(view.viewport);
  const at = Math.min(active, Math.max(0, count - 1));

  useEffect(() => props.onSee?.(first, end), [first, end, count]);
  useEffect(() => {
    if (selected >= 0) setActive(selected);
  }, [selected]);
  useEffect(() => {
    if (props.reveal !== undefined && props.reveal >= 0) view.bringIntoSight(props.reveal, rowHeight * 3);
  }, [props.reveal, view.ready]);

  function onKeyDown(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
    const to = moveInList(event.key, at, count, Math.max(1, Math.floor(view.viewport.height / rowHeight) - 1));
    if (to !== null) {
      setActive(to);
      view.bringIntoSight(to, 0);
    } else if (event.key === "Enter" || event.key === " ") props.onOpen(at, null);
    else if (!props.onKey?.(event.key, at)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  const indexes = Array.from({ length: end - first }, (_, step) => first + step);
  const own = flows ? {} : { "data-scroller": true };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a listbox or a tree
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a listbox or a tree
    <div
      ref={list}
      {...own}
      class={`rows ${flows ? "flows" : "scrolls"} ${props.class ?? ""}`}
      role={place ? "tree" : "listbox"}
      aria-label={props.label}
      aria-activedescendant={count > 0 && at >= first && at < end ? `${id}-${at}` : undefined}
      tabIndex={0}
      data-list
      onKeyDown={onKeyDown}
    >
      <div
        class="rows-space"
        role="presentation"
        style={{ height: `${total}px`, minWidth: props.columns ? `calc(${props.columns}ch + 260px)` : undefined }}
      >
        <div class="rows-window" role="presentation" style={{ transform: `translateY(${offset}px)` }}>
          {indexes.map((index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself hears the keys
            // biome-ignore lint/a11y/noStaticElementInteractions: it is an option or a treeitem
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is an option or a treeitem
            <div
              key={index}
              id={`${id}-${index}`}
              class={`row ${index === at ? "active" : ""} ${props.rowClass?.(index) ?? ""}`}
              style={{ height: `${rowHeight}px` }}
              role={place ? "treeitem" : "option"}
              tabIndex={-1}
              aria-selected={index === selected}
              {...placeOf(place?.(index), index, count)}
              onClick={(event) => {
                setActive(index);
                props.onOpen(index, event.target);
              }}
            >
              {props.row(index)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function placeOf(place: TreePlace | undefined, index: number, count: number) {
  if (!place) return { "aria-posinset": index + 1, "aria-setsize": count };
  return {
    "aria-level": place.level,
    "aria-posinset": place.position,
    "aria-setsize": place.siblings,
    ...(place.expanded === null ? {} : { "aria-expanded": place.expanded }),
  };
}

/** Follows the part of the list that is seen, in the element that scrolls it. */
function useViewport(
  list: { current: HTMLDivElement | null },
  count: number,
  rowHeight: number,
  flows: boolean,
): { viewport: Viewport; ready: boolean; bringIntoSight(row: number, margin: number): void } {
  const [seen, setSeen] = useState({ scrollTop: 0, height: 0 });
  const scroller = () => list.current?.closest<HTMLElement>("[data-scroller]") ?? null;

  useLayoutEffect(() => {
    const outer = scroller();
    const element = list.current;
    if (!outer || !element) return;
    const look = () => {
      const scrollTop = flows
        ? outer.getBoundingClientRect().top - element.getBoundingClientRect().top
        : outer.scrollTop;
      setSeen((before) =>
        before.scrollTop === scrollTop && before.height === outer.clientHeight
          ? before
          : { scrollTop, height: outer.clientHeight },
      );
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(outer);
    if (flows) sizes.observe(outer.firstElementChild ?? outer);
    outer.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      outer.removeEventListener("scroll", look);
    };
  }, [flows]);

  const viewport = { count, rowHeight, ...seen };
  return {
    viewport,
    ready: seen.height > 0,
    bringIntoSight(row, margin) {
      const outer = scroller();
      if (!outer) return;
      const to = scrollToRow({ ...viewport, scrollTop: flows ? viewport.scrollTop : outer.scrollTop }, row, margin);
      if (to !== null) outer.scrollTop += to - (flows ? viewport.scrollTop : outer.scrollTop);
    },
  };
}
