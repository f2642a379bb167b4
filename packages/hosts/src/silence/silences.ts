/** Everything that files tell about why a host's hooks do not run. */
import type { Around, Silence } from "../host/around.ts";
import type { Host } from "../host/host.ts";
import type { Json } from "../settings/json-tree.ts";
import { valueIn } from "../settings/read-settings.ts";

export function silencesOf({ name, silencing }: Host, around: Around): Silence[] {
  const switchedOff = silencing.switches.flatMap(({ at, path, key, when, why }) => {
    const text = at === "root" ? around.inRoot(path) : at === "own" ? around.own(path) : around.system(path);
    const value = text === null ? undefined : valueIn(text, key);
    if (value === undefined || !when(value)) return [];
    const remedy = at === "system" ? "An administrator set it: ask them." : `Take \`${key.join(".")}\` out of ${path}.`;
    return [{ host: name, where: path, why: `${key.join(".")}: ${why}`, remedy }];
  });
  return [...switchedOff, ...silencing.distrust(around)];
}

export const isTrue = (value: Json): boolean => value === true;
export const isFalse = (value: Json): boolean => value === false;
export const namesUs = (value: Json): boolean => Array.isArray(value) && value.some((one) => one === "intentgate");

/** The switch that several hosts have under this name. */
export const allHooksOff = { key: ["disableAllHooks"], when: isTrue, why: "it switches all hooks off" };
