/** Everything that files tell about why a host's hooks do not run, or would be led astray. */
import type { Around, FileLook, Silence, WatchedFile } from "../host/around.ts";
import type { Host } from "../host/host.ts";
import type { Switch } from "../host/install.ts";
import type { Json } from "../settings/json-tree.ts";
import { isMap, member, readSettingsText, valueAt, valuesAt } from "../settings/read-settings.ts";
import { placesOf, shownPlace } from "./places.ts";
import { steeringIn, steers } from "./steering.ts";

export interface SeenFile extends WatchedFile {
  /** From the top of the file system. */
  place: string;
  look: Exclude<FileLook, { kind: "absent" }>;
}

export function silencesOf(host: Host, around: Around): Silence[] {
  return [
    ...watchedFiles(host, around).flatMap((file) => silencesIn(host, file, around)),
    ...host.silencing.distrust(around),
  ];
}

/** Those that are there, each once. */
export function watchedFiles({ silencing }: Host, around: Around): SeenFile[] {
  const seen = new Set<string>();
  return silencing.watched.flatMap((file) =>
    placesOf(file, around).flatMap((place): SeenFile[] => {
      const look = seen.has(place) ? ({ kind: "absent" } as const) : around.look(place);
      seen.add(place);
      return look.kind === "absent" ? [] : [{ ...file, place, look }];
    }),
  );
}

function silencesIn(host: Host, file: SeenFile, around: Around): Silence[] {
  const where = shownPlace(file.place, around);
  const found = (why: string, remedy: string, more: Partial<Silence> = {}): Silence => ({
    ...{ host: host.name, where, why, doubt: null, outlivesProof: false, ...more },
    remedy: file.at === "top" ? "An administrator set it: ask them." : remedy,
  });
  const look = `Look at ${where} and at who wrote it.`;
  if (file.look.kind === "closed") return [found("it is there and cannot be looked into", look)];
  const { text } = file.look;
  if (file.kind === "variables" || file.kind === "bunfig") {
    const names = steeringIn(host, file.kind, text);
    const why = `${host.title} loads this file, also for the hook, and it sets ${names.join(", ")}`;
    return names.length === 0
      ? []
      : [found(why, `Take it out of ${where}, then look at who wrote it.`, { outlivesProof: true })];
  }
  const read = readSettingsText(text, file.kind);
  if (!read.ok) return [found(`it cannot be read (${read.why}), so nobody knows what ${host.title} makes of it`, look)];
  const variables = file.env === null ? undefined : valueAt(read.value, file.env);
  if (variables !== undefined && !isMap(variables))
    return [found(`${file.env?.join(".")} holds no names, so nobody knows what ${host.title} makes of the file`, look)];
  return [
    ...file.switches.flatMap(({ at, when, why }) =>
      valuesAt(read.value, at)
        .filter(({ value }) => when(value))
        .map(({ key }) => found(`${key.join(".")}: ${why}`, `Take \`${key.join(".")}\` out of ${where}.`)),
    ),
    ...Object.keys(variables ?? {}).flatMap((name) => {
      const how = steers(host, name);
      if (how === "not") return [];
      const given = `${host.title} gives its hooks what stands here under ${file.env?.join(".")}`;
      const out = `Take \`${name}\` out of ${where}`;
      if (how === "surely")
        return [
          found(`${given}, and ${name} would lead them astray`, `${out}, then look at who wrote it.`, {
            outlivesProof: true,
          }),
        ];
      const doubt = { doubt: `env ${name}`, outlivesProof: file.at === "own" };
      const known = `${out}; or, if you know it: \`intentgate trust --agent ${host.name} "env ${name}"\`.`;
      return [found(`${given}, and nobody knows what ${name} does to them`, known, doubt)];
    }),
  ];
}

/** Whatever is not plainly the other: a host may take `"true"` or `1` for it, or leave the whole file out. */
export const isTrue = (value: Json): boolean => value !== false;
export const isFalse = (value: Json): boolean => value !== true;
/** Switched off by itself, or by a table of its own. */
export const isOff = (value: Json): boolean => isFalse(isMap(value) ? (member(value, "enabled") ?? true) : value);
export const namesUs = (value: Json): boolean =>
  (Array.isArray(value) ? value : [value]).some(
    (one) => typeof one === "string" && (one === "*" || one.includes("intentgate")),
  );

/** The switch that several hosts have under this name. */
export const allHooksOff: Switch = { at: ["disableAllHooks"], when: isTrue, why: "it switches all hooks off" };
