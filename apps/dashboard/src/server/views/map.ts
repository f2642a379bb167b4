/** *Map*: intents, the files changed under them, and the symbols in those. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { intentMapOf } from "@intentgate/sidecar";
import type { MapIntent, MapView } from "../../api/code.ts";
import { isPlain } from "../project/project-tree.ts";
import type { Served } from "../project/served.ts";

const INTENTS = 50;
const SYMBOLS = 50;

export function mapView({ workspace }: Served, intent: string | null, most: number): MapView {
  const { home } = workspace;
  const mapped = intentMapOf(home).filter((one) => intent === null || one.intentId === intent);
  const newest = ({ files }: (typeof mapped)[number]) =>
    files
      .map((file) => file.at)
      .sort()
      .at(-1) ?? "";
  const sorted = mapped.map((one) => ({ one, at: newest(one) })).sort((a, b) => b.at.localeCompare(a.at));
  return {
    intents: sorted.slice(0, INTENTS).map(({ one }): MapIntent => {
      const files = [...one.files].sort((a, b) => b.count - a.count);
      return {
        id: one.intentId,
        name: one.name,
        files: files.slice(0, most).map(({ path, count, at, symbols }) => ({
          path,
          count,
          at,
          symbols: symbols.slice(0, SYMBOLS),
          exists: isPlain(path) && existsSync(join(home.root, path)),
        })),
        more_files: Math.max(0, files.length - most),
      };
    }),
    more_intents: Math.max(0, mapped.length - INTENTS),
  };
}
