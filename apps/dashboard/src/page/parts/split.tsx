/** A list with details beside it; where there is no room for both, the details stand alone. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { IconButton } from "./icon.tsx";

export function Split(props: {
  label: string;
  /** What is open; another one scrolls its details to the top. */
  open: string;
  onClose(): void;
  details: ComponentChildren;
  /** The list scrolls together with what stands around it. */
  flows?: boolean;
  children: ComponentChildren;
}) {
  const pane = useRef<HTMLElement>(null);
  const isOpen = props.open !== "";
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
    if (matchMedia("(max-width: 899px)").matches) pane.current?.focus();
  }, [props.open]);
  return (
    <div class={`split ${isOpen ? "is-open" : ""}`}>
      <div class={`split-main ${props.flows ? "flowing" : ""}`} {...(props.flows ? { "data-scroller": true } : {})}>
        {props.children}
      </div>
      {isOpen && (
        <aside
          ref={pane}
          class="split-side"
          aria-label={props.label}
          tabIndex={-1}
          data-scroller
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            props.onClose();
            document.querySelector<HTMLElement>(".split-main [data-list]")?.focus();
          }}
        >
          <header class="side-head">
            <h2>{props.label}</h2>
            <IconButton icon="close" label="Close details" onClick={props.onClose} />
          </header>
          {props.details}
        </aside>
      )}
    </div>
  );
}
