/** The environment of a command in its box. */
import type { KindOfRun } from "./box-plan.ts";

/** As a shell reads them too, which knows neither groups without a number nor `\\d`. */
export const secretName =
  "tokens?(_|[0-9]|$)|secret|passw(or)?d|passphrase|credential|(api|private|access|signing|encryption|account|master)_?key|(^|_)(auth|jwt|pat)$|_(pwd|pass)$";
/** An address with a name and a password in it, as databases have. */
export const secretAddress = "://[^[:space:]/@]*:[^[:space:]/@]+@";

const secret = new RegExp(secretName, "i");
const address = new RegExp(secretAddress.replaceAll("[:space:]", "\\s"));

/** They lead to services that act for the person. */
export const leadingOut: readonly string[] = [
  ...["SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO", "DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS"],
  ...["XDG_RUNTIME_DIR", "DOCKER_HOST", "WAYLAND_DISPLAY", "DISPLAY", "XAUTHORITY"],
];

/** What is told to a command by its environment, without what looks like a key and what leads out of its box. */
export function handedDown(env: NodeJS.ProcessEnv, kind: KindOfRun): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name, value]) => !leadingOut.includes(name) && !secret.test(name) && !address.test(value ?? ""),
  );
  return { ...Object.fromEntries(kept), ...ownVariables(kind), ...gitSettings(env) };
}

/**
 * The variables of the command go past the programs around its box under names that mean nothing to any of them: a host
 * may have read them from a file that an agent can write, and what loads a library or a script from one of them would do
 * so outside.
 */
export const GIVEN = "__ig_given_";

export function asGiven(env: NodeJS.ProcessEnv): Record<string, string> {
  const all = Object.entries(env).filter(([name, value]) => name !== "" && value !== undefined);
  return Object.fromEntries(all.map(([name, value], at) => [`${GIVEN}${at}`, `${name}=${value}`]));
}

/** Reads them back from an environment that holds them. */
export function fromGiven(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const all = Object.entries(env).flatMap(([name, entry = ""]) =>
    name.startsWith(GIVEN) && entry.indexOf("=") > 0 ? [entry] : [],
  );
  return Object.fromEntries(
    all.map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)]),
  );
}

/** For bash, in the box: puts them into `given`. */
export const RESTORING = `given=()
for name in "\${!${GIVEN}@}"; do
  given+=("\${!name}")
  unset "$name"
done
`;

/** Looking at a tree, git writes down what it saw. */
function ownVariables(kind: KindOfRun): Record<string, string> {
  return kind === "read-only" || kind === "bound" ? { GIT_OPTIONAL_LOCKS: "0" } : {};
}

/** What is added, as data: a shell hands down what it was given itself. Settings of git are named as such. */
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
