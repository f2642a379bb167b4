/** Small components: no dependency ships its JSX. */
import type { Source } from "./truth.ts";

export const markupSamples: readonly Source[] = [
  {
    path: "src/counter.tsx",
    text: `import { useState } from "react";
import type { ReactNode } from "react";
import type { Theme } from "./theme.js";

interface Props {
  label: string;
  theme?: Theme;
  children?: ReactNode;
}

const STEP = 2;

function clamp(value: number, limit: number): number {
  const upper = Math.min(value, limit);
  return Math.max(upper, 0);
}

export function Counter({ label, theme, children }: Props) {
  const [count, setCount] = useState(0);
  const shade = theme?.shade ?? "light";
  const handle = () => setCount(clamp(count + STEP, 10));
  return (
    <section className={shade} aria-label="counter">
      <h1>Hello, {label}!</h1>
      <p>
        You pressed the button {count} times
        and may press it again.
      </p>
      <button type="button" onClick={handle} disabled={count >= 10}>
        Press
      </button>
      {children}
    </section>
  );
}
`,
  },
  {
    path: "src/list.jsx",
    text: `import React, { Fragment, memo } from "react";
import { Row } from "./row.js";

function totalOf(rows) {
  let total = 0;
  for (const row of rows) total += row.amount;
  return total;
}

const List = ({ rows, title = "Rows", onSelect }) => {
  const total = totalOf(rows);
  const visible = rows.filter((row) => row.visible !== false);
  return (
    <Fragment>
      <h2>{title}</h2>
      {visible.length === 0 ? <em>Nothing here</em> : null}
      <ul>
        {visible.map((row, index) => (
          <Row key={row.id} {...row} first={index === 0} onSelect={() => onSelect?.(row)} />
        ))}
      </ul>
      <footer>Sum: {total}</footer>
    </Fragment>
  );
};

export default memo(List);
`,
  },
];
