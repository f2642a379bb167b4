/** The environment of a command in its box. */
import type { KindOfRun } from "./box-plan.ts";

/** As a shell reads them too, which knows neither groups without a number nor `\\d`. */
export const secretName =
  "tokens?(_|[0-9]|$)|secret|passw(or)?d|passphrase|credential|(api|private|access|signing|encryption|account|master)_?key|(^|_)(auth|jwt|pat)$|_(pwd|pass)$";
/** An address with a name and a password in it, as databases have. */
export const secretAddress = "://[^[:space:]/@]*:[^[:space:]/@]+@";

const secret = new RegExp(secretName, "i");
const address = new RegExp(secretAddress.replaceAll("[:space:]", "\\s"));

/** What is told to a command by its environment, without what looks like a key. */
export function handedDown(env: NodeJS.ProcessEnv, kind: KindOfRun): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name, value]) => !secret.test(name) && !address.test(value ?? ""));
  return { ...Object.fromEntries(kept), ...ownVariables(kind), ...gitSettings(env) };
}

/** They say which programs and libraries are loaded; the command may fill the folders that they name. */
const loading = /^(?:PATH|LD_.*|GLIBC_TUNABLES|GCONV_PATH|LOCPATH|BASH_ENV|ENV)$/;

/** What the programs around the box are given, and what only the command in it is. */
export function apart(env: NodeJS.ProcessEnv, path: string): { outer: NodeJS.ProcessEnv; own: [string, string][] } {
  const all = Object.entries(env);
  const own = all.flatMap(([name, value]): [string, string][] =>
    loading.test(name) && value !== undefined ? [[name, value]] : [],
  );
  return { outer: { ...Object.fromEntries(all.filter(([name]) => !loading.test(name))), PATH: path }, own };
}

/** Looking at a tree, git writes down what it saw. */
function ownVariables(kind: KindOfRun): Record<string, string> {
  return kind === "read-only" || kind === "bound" ? { GIT_OPTIONAL_LOCKS: "0" } : {};
}

/** The same as data, where a shell hands down what it was given itself; git's settings are named as such. */
export function addedVariables(kind: KindOfRun): [name: string, value: string][] {
  const settings = Object.entries(loose).map(([name, value]): [string, string] => [`git:${name}`, value]);
  return [...Object.entries(ownVariables(kind)), ...settings];
}

/** Git packs by itself what came loose; nobody could hold a pack against its names, and no commit would be kept. */
const loose = { "gc.auto": "0", "maintenance.auto": "false", "transfer.unpackLimit": "1000000" };

/** After those that were handed down before. */
function gitSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const count = Number(env.GIT_CONFIG_COUNT ?? 0) || 0;
  const all = Object.entries(loose).flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${count + at}`, name],
    [`GIT_CONFIG_VALUE_${count + at}`, value],
  ]);
  return { ...Object.fromEntries(all), GIT_CONFIG_COUNT: `${count + Object.keys(loose).length}` };
}
