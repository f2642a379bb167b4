/** *Map*: from intents to files to what was changed in them, as a drawing or as a list. */
import { useMemo, useState } from "preact/hooks";
import type { MapView } from "../../../api/code.ts";
import { hueOf } from "../../parts/hue.ts";
import { later } from "../../parts/later.tsx";
import { Badge, Command, Empty, Loading, Problems, ViewHead, When } from "../../parts/pieces.tsx";
import { Segments } from "../../parts/segments.tsx";
import { Tree } from "../../parts/tree.tsx";
import { openRows } from "../../state/open-rows.ts";
import { go, route, setQuery } from "../../state/place.ts";
import { narrow } from "../../state/screen.ts";
import { useAnswer } from "../../state/use-answer.ts";
import { counted } from "../../words/time-words.ts";
import { type MapEntry, mapFolders } from "./map-folders.ts";

const MapDrawing = later<{ map: MapView }>(async () => (await import("./map-drawing.tsx")).MapDrawing);

const shapes = [
  ["drawing", "Drawing"],
  ["list", "List"],
] as const;

export function MapPage() {
  const { query } = route.value;
  const shape = query.as ?? (narrow.value ? "list" : "drawing");
  const intent = query.intent ?? "";
  const files = shape === "list" || intent !== "" ? 200 : 12;
  const map = useAnswer("/api/map", { query: { intent, files } }, ["ledger", "intents"]);
  const value = map.value;
  return (
    <div class="view fills">
      <ViewHead title="Map">
        <Choice chosen={intent} />
        <Segments label="Show as" choices={shapes} chosen={shape} onChoose={(as) => setQuery({ as })} />
      </ViewHead>
      <Problems problems={map.problems} />
      {value === null && map.problems.length === 0 && <Loading rows={8} />}
      {value !== null && value.intents.length === 0 && (
        <Empty icon="map" title="Nothing to draw yet">
          <p>
            When an agent changes files under an intent, the map shows which intent reached which file and function.
          </p>
          <p>To see it work on an example:</p>
          <Command text="intentgate demo" />
        </Empty>
      )}
      {value !== null && value.intents.length > 0 && (
        <>
          {shape === "drawing" ? <MapDrawing map={value} /> : <MapList map={value} />}
          {value.more_intents > 0 && (
            <p class="soft map-more">
              {counted(value.more_intents, "more intent")} with older changes: choose one above to see it.
            </p>
          )}
        </>
      )}
    </div>
  );
}

function Choice({ chosen }: { chosen: string }) {
  const intents = useAnswer("/api/intents", { query: { count: 200 } }, ["intents"]);
  const known = intents.value?.items ?? [];
  return (
    <select
      class="select map-choice"
      aria-label="Intent"
      value={chosen}
      onChange={(event) => setQuery({ intent: event.currentTarget.value })}
    >
      <option value="">All intents</option>
      {chosen !== "" && !known.some((one) => one.id === chosen) && <option value={chosen}>{chosen}</option>}
      {known.map((one) => (
        <option key={one.id} value={one.id}>
          {one.id} {one.name}
        </option>
      ))}
    </select>
  );
}

/** The map as a tree: the same for a keyboard, a screen reader and a small screen. */
function MapList({ map }: { map: MapView }) {
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
