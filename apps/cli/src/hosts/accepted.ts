/** What a person knows and lets stand in the settings of agents: their own list, in the state folder. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import type { Silence } from "@intentgate/hosts";
import { readText, replaceFile } from "@intentgate/world";

type Doubt = Pick<Silence, "host" | "doubt">;

export function openAccepted(state: string) {
  const file = join(state, "accepted-settings.json");
  const list = (): string[] => {
    const { accepted } = jsonFields(readText(file) ?? "{}");
    return Array.isArray(accepted) ? accepted.filter((one) => typeof one === "string") : [];
  };
  return {
    has: ({ host, doubt }: Doubt) => doubt !== null && list().includes(`${host} ${doubt}`),
    add({ host, doubt }: Doubt) {
      mkdirSync(state, { recursive: true, mode: 0o700 });
      const accepted = [...new Set([...list(), `${host} ${doubt}`])].sort();
      replaceFile(file, `${JSON.stringify({ accepted }, null, 2)}\n`, { mode: 0o600 });
    },
  };
}
