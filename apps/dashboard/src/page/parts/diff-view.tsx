/** A diff as people read it. Every character of it is a text node. */
import { useMemo } from "preact/hooks";
import { counted } from "../words/time-words.ts";
import { type DiffRow, diffCounts, diffRows } from "./diff-lines.ts";
import { Path } from "./pieces.tsx";

export function DiffView(props: { path: string; lines: readonly string[]; moreLines: number }) {
  const rows = useMemo(() => diffRows(props.lines), [props.lines]);
  const { added, removed } = diffCounts(rows);
  return (
    <figure class="diff" aria-label={`Change of ${props.path}`}>
      <figcaption class="diff-head">
        <Path path={props.path} />
        <span class="diff-counts">
          <span class="added">+{added}</span> <span class="removed">−{removed}</span>
          {props.moreLines > 0 && <span class="soft"> and more</span>}
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard */}
      <section class="diff-scroll" tabIndex={0} aria-label={`Lines of ${props.path}`}>
        <table class="diff-lines">
          <tbody>{rows.map((row, at) => line(row, at))}</tbody>
        </table>
      </section>
      {props.moreLines > 0 && <p class="diff-more">{counted(props.moreLines, "more line")} not shown here</p>}
    </figure>
  );
}

const signs = { same: " ", added: "+", removed: "−" } as const;

function line(row: DiffRow, key: number) {
  if (row.kind === "hunk" || row.kind === "note") {
    return (
      <tr key={key} class={row.kind}>
        <td colSpan={4}>{row.text}</td>
      </tr>
    );
  }
  return (
    <tr key={key} class={row.kind}>
      <td class="number">{row.old}</td>
      <td class="number">{row.new}</td>
      <td class="sign">
        <span aria-hidden="true">{signs[row.kind]}</span>
        {row.kind !== "same" && <span class="unseen">{row.kind}</span>}
      </td>
      <td class="text">
        {row.parts.map((part, at) => (part.changed ? <mark key={at}>{part.text}</mark> : part.text))}
      </td>
    </tr>
  );
}
