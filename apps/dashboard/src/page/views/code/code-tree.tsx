/** The files as a tree with coverage colours, and a search over their paths. */
import { useEffect, useState } from "preact/hooks";
import type { CodeEntry, CoverageCounts } from "../../../api/code.ts";
import { Command, Empty, Path, Problems } from "../../parts/pieces.tsx";
import { Rows } from "../../parts/rows.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Tree } from "../../parts/tree.tsx";
import { get } from "../../state/client.ts";
import { foldersOf } from "../../state/open-rows.ts";
import { go } from "../../state/place.ts";
import { useAnswer } from "../../state/use-answer.ts";
import { useFolders } from "../../state/use-folders.ts";
import { counted } from "../../words/time-words.ts";
import { whoWords } from "../../words/words.ts";
import { shares } from "./code-lines.ts";

export function CodeTree({ selected }: { selected: string }) {
  const [text, setText] = useState("");
  const tree = useFolders<CodeEntry>(
    "code",
    (folder, from, count, signal) => get("/api/code", { query: { folder, from, count }, signal }),
    ["files", "coverage"],
  );
  const isEmpty = tree.rows.length === 0;
  useEffect(() => {
    if (selected !== "") tree.reveal(foldersOf(selected));
  }, [selected]);
  return (
    <>
      <div class="tree-search">
        <SearchField label="Find a file" value="" onSearch={setText} />
      </div>
      <Problems problems={tree.problems} />
      {isEmpty && (
        <Empty icon="folder" title="No files here">
          <p>Files that git knows, or all files where there is no git, appear here.</p>
          <Command text="git add -A" />
        </Empty>
      )}
      {text !== "" ? (
        <Found text={text} selected={selected} />
      ) : (
        !isEmpty && (
          <Tree
            label="Files"
            tree={tree}
            selected={selected}
            onOpen={(entry) => go("code", entry.path)}
            beside={(entry) => <CoverageBar coverage={entry.coverage} />}
          />
        )
      )}
    </>
  );
}

function Found({ text, selected }: { text: string; selected: string }) {
  const { value } = useAnswer("/api/code/find", { query: { text, count: 200 } }, ["files"]);
  if (value === null) return null;
  if (value.total === 0) return <Empty icon="search" title="No file is called like that" />;
  return (
    <>
      <Rows
        label="Files found"
        class="tree"
        count={value.paths.length}
        rowHeight={30}
        selected={value.paths.indexOf(selected)}
        onOpen={(index) => go("code", value.paths[index] ?? "")}
        row={(index) => <Path path={value.paths[index] ?? ""} />}
      />
      {value.total > value.paths.length && (
        <p class="soft tree-more">{counted(value.total - value.paths.length, "more file")}: type more letters</p>
      )}
    </>
  );
}

/** Who wrote how much, as a bar and in words. */
function CoverageBar({ coverage }: { coverage: CoverageCounts | null }) {
  if (coverage === null) return <span class="coverage waiting" title="Not looked at yet" />;
  const parts = shares(coverage, coverage.lines);
  if (parts.length === 0) return <span class="coverage none" title="No lines" />;
  const words = parts.map(({ who, percent }) => `${whoWords(who)} ${Math.round(percent)}%`).join(", ");
  return (
    <span class="coverage" title={words}>
      {parts.map(({ who, percent }) => (
        <span key={who} class={`who-${who.toLowerCase()}`} style={{ width: `${percent}%` }} />
      ))}
      <span class="unseen">{words}</span>
    </span>
  );
}

export function CoverageWords({ coverage }: { coverage: CoverageCounts }) {
  return (
    <ul class="coverage-words">
      {shares(coverage, coverage.lines).map(({ who, percent }) => (
        <li key={who}>
          <span class={`chip-dot who-${who.toLowerCase()}`} /> {whoWords(who)}{" "}
          <span class="soft">{percent < 1 ? "under 1" : Math.round(percent)}%</span>
        </li>
      ))}
    </ul>
  );
}
