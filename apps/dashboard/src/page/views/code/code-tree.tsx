/** The files as a tree with coverage colours, and a search over their paths. */
import { useEffect, useState } from "preact/hooks";
import type { CodeEntry, FoundPaths } from "../../../api/code.ts";
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
import { CoverageBar } from "./coverage-bar.tsx";

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
  const { value } = useAnswer<FoundPaths>(
    `find ${text}`,
    (signal) => get("/api/code/find", { query: { text, count: 200 }, signal }),
    ["files"],
  );
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
