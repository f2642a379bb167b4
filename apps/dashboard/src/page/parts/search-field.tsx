/** A search field; `/` leads to it. What is typed counts after a short pause. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

const PAUSE_MS = 180;

export function SearchField(props: { label: string; value: string; onSearch(words: string): void }) {
  const [text, setText] = useState(props.value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (words: string, wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => props.onSearch(words.trim()), wait);
  };
  return (
    <div class="search">
      <Icon name="search" />
      <input
        type="search"
        class="input"
        data-search
        aria-label={props.label}
        placeholder={props.label}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          search(event.currentTarget.value, PAUSE_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") search(text, 0);
          if (event.key !== "Escape") return;
          setText("");
          search("", 0);
        }}
      />
    </div>
  );
}
