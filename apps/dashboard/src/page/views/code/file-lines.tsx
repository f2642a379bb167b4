/** A file line by line: on the left who wrote it, under which intent and when. */
import type { FileView } from "../../../api/code.ts";
import { hueOf } from "../../parts/hue.ts";
import { Empty, IntentChip, Loading, Path, Problems, ViewHead } from "../../parts/pieces.tsx";
import { Rows } from "../../parts/rows.tsx";
import { get } from "../../state/client.ts";
import { setQuery } from "../../state/place.ts";
import { narrow, now } from "../../state/screen.ts";
import { useWindow } from "../../state/use-window.ts";
import { ago } from "../../words/time-words.ts";
import { whoWords } from "../../words/words.ts";
import { type CodeLine, type CodeWindow, codeWindow, widest } from "./code-lines.ts";
import { CoverageWords } from "./code-tree.tsx";

export function FileLines({ path, line, back }: { path: string; line: number | null; back: string }) {
  const list = useWindow<CodeLine, CodeWindow>(
    `file ${path}`,
    async (from, count, signal) => {
      const response = await get("/api/code/file", { query: { path, from, count }, signal });
      return response.ok ? { ok: true, value: codeWindow(response.value) } : response;
    },
    ["files", "ledger"],
  );
  const file = list.newest?.file ?? null;
  const total = list.total ?? 0;
  const selected = line === null ? -1 : line - 1;
  return (
    <>
      <ViewHead title={<Path path={path} />} {...(narrow.value ? { back } : { isSecond: true })} />
      {file && <About file={file} />}
      <Problems problems={list.problems} />
      {list.total === null && list.problems.length === 0 && <Loading rows={12} />}
      {file && file.state !== "text" && <Empty icon="file" title={reasons[file.state]} />}
      {total > 0 && (
        <Rows
          class="code-lines"
          label={`Lines of ${path}`}
          count={total}
          rowHeight={20}
          columns={Math.min(2_000, widest(Array.from({ length: Math.min(total, 400) }, (_, at) => list.row(at))))}
          selected={selected}
          reveal={selected}
          onSee={list.see}
          onOpen={(index) => setQuery({ line: String(index + 1) })}
          rowClass={(index) => classOf(list.row(index))}
          row={(index) => <Line line={list.row(index)} />}
        />
      )}
    </>
  );
}

const reasons: Record<Exclude<FileView["state"], "text">, string> = {
  binary: "This file is no text",
  secret: "This file may hold secrets: its content is not shown",
  too_large: "This file is too large to be shown",
  empty: "This file is empty",
};

function About({ file }: { file: FileView }) {
  return (
    <div class="file-about">
      {file.state === "text" && <CoverageWords coverage={file.coverage} />}
      {file.owners.length > 0 && (
        <span class="owners">
          <span class="soft">May be changed under</span>
          {file.owners.slice(0, 3).map((owner) => (
            <IntentChip key={owner} id={owner} />
          ))}
          {file.owners.length > 3 && <span class="soft">and {file.owners.length - 3} more</span>}
        </span>
      )}
    </div>
  );
}

function classOf(line: CodeLine | undefined): string {
  if (!line?.range) return "";
  const { who, intent_id, suspect } = line.range;
  const mark = intent_id === null ? `stripe-${who.toLowerCase()}` : hueOf(intent_id);
  return `${mark} ${line.startsRange ? "starts" : ""} ${suspect ? "suspect" : ""}`;
}

function Line({ line }: { line: CodeLine | undefined }) {
  if (!line) return <span class="row-blank" />;
  const { range } = line;
  return (
    <>
      <span class="stripe" />
      <span class="credit">
        {line.startsRange && range && (
          <>
            <span class="credit-who cut">
              {range.intent_id ?? (range.who === "BEFORE" ? "earlier" : whoWords(range.who))}
            </span>
            {range.at !== null && <span class="credit-when">{ago(range.at, now.value)}</span>}
          </>
        )}
      </span>
      <span class="line-number">{line.number}</span>
      <span class="code-text">
        {line.text}
        {line.isCut && <span class="soft"> … the line goes on</span>}
      </span>
    </>
  );
}
