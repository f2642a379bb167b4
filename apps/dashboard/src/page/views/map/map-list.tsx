/** The map as a tree: the same for a keyboard, a screen reader and a small screen. */
import { useMemo, useState } from "preact/hooks";
import type { MapView } from "../../../api/code.ts";
import { hueOf } from "../../parts/hue.ts";
import { Badge, When } from "../../parts/pieces.tsx";
import { Tree } from "../../parts/tree.tsx";
import { openRows } from "../../state/open-rows.ts";
import { go } from "../../state/place.ts";
import { counted } from "../../words/time-words.ts";
import { type MapEntry, mapFolders } from "./map-folders.ts";

export function MapList({ map }: { map: MapView }) {
  const folders = useMemo(() => mapFolders(map), [map]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const open = new Set([...folders.keys()].filter((path) => !closed.has(path) && (folders.get(path)?.total ?? 0) < 60));
  const rows = openRows(folders, open);
  return (
    <div class="map-list">
      <Tree
        label="Intents, files and functions"
        selected=""
        tree={{
          rows,
          more: () => {},
          toggle: (path) => {
            const next = new Set(closed);
            if (!next.delete(path)) next.add(path);
            setClosed(next);
          },
        }}
        iconOf={(entry) => (entry.means === "intent" ? "intents" : entry.means === "file" ? "file" : "code")}
        entryClass={(entry) => (entry.means === "intent" ? `map-intent ${hueOf(entry.target)}` : "")}
        foldersOpen
        onOpen={(entry) => go(entry.means === "intent" ? "intents" : "code", entry.target)}
        beside={(entry) => <Beside entry={entry} />}
      />
    </div>
  );
}

function Beside({ entry }: { entry: MapEntry }) {
  return (
    <>
      {entry.shared && <Badge tone="warn">shared</Badge>}
      {!entry.exists && <Badge>deleted</Badge>}
      {entry.count > 0 && <span class="soft wide-only">{counted(entry.count, "change")}</span>}
      {entry.at !== null && <When at={entry.at} />}
    </>
  );
}
