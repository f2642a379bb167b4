/** *Code*: the files with how much of each was written under an intent, and one file line by line. */
import { Empty, ViewHead } from "../../parts/pieces.tsx";
import { Split } from "../../parts/split.tsx";
import { route, setQuery } from "../../state/place.ts";
import { linkTo } from "../../state/route.ts";
import { narrow } from "../../state/screen.ts";
import { CodeTree } from "./code-tree.tsx";
import { FileLines } from "./file-lines.tsx";
import { WhyDetails } from "./why-details.tsx";

export function CodePage() {
  const { item, query } = route.value;
  const line = item === "" ? "" : (query.line ?? "");
  return (
    <div class={`view fills code-page ${item === "" ? "" : "has-file"}`}>
      <div class="code-tree-pane">
        <ViewHead title="Code" />
        <CodeTree selected={item} />
      </div>
      <div class="code-file-pane">
        {item === "" ? (
          !narrow.value && (
            <Empty icon="code" title="Choose a file">
              <p>
                Every line shows who wrote it and under which intent. Click a line, or press Enter on it, to see why it
                is there.
              </p>
              <ul class="coverage-words">
                <Legend who="ai" words="Agent" />
                <Legend who="human" words="Person" />
                <Legend who="hook" words="Hook" />
                <Legend who="before" words="Before Intentgate" />
                <Legend who="unknown" words="Not known" />
              </ul>
            </Empty>
          )
        ) : (
          <Split
            label={`Why line ${line}`}
            open={line === "" ? "" : `${item}:${line}`}
            onClose={() => setQuery({ line: "" })}
            details={<WhyDetails key={`${item}:${line}`} path={item} line={Number(line)} />}
          >
            <FileLines key={item} path={item} line={line === "" ? null : Number(line)} back={linkTo("code")} />
          </Split>
        )}
      </div>
    </div>
  );
}

function Legend({ who, words }: { who: string; words: string }) {
  return (
    <li>
      <span class={`chip-dot who-${who}`} /> {words}
    </li>
  );
}
