/** Whether a command installs what others wrote, and from which hosts by its own settings: a person is asked about these. */
import type { InstallRun } from "@intentgate/engine";
import { type Ecosystem, ecosystems, type InstallSettings } from "./ecosystems.ts";

export interface Install extends InstallRun {
  /** As the policy spells them: a name, with a port where it is no usual one. */
  hosts: string[];
}

/** `words`: the program and its arguments, all of them literal. Null where it is none, or it cannot be told from where. */
export function installOf(words: readonly string[], settings: InstallSettings): Install | null {
  const [program = "", ...args] = withoutModule(words);
  const tool = program.slice(program.lastIndexOf("/") + 1);
  for (const ecosystem of ecosystems) {
    const verbs = Object.hasOwn(ecosystem.tools, tool) ? ecosystem.tools[tool] : undefined;
    if (verbs !== undefined) return read(tool, verbs, args, ecosystem, settings);
  }
  return null;
}

/** `python3 -m pip install`. */
function withoutModule(words: readonly string[]): readonly string[] {
  const [program = "", option, ...rest] = words;
  return option === "-m" && /(?:^|\/)python[\d.]*$/.test(program) ? rest : words;
}

function read(
  tool: string,
  verbs: readonly string[],
  args: readonly string[],
  ecosystem: Ecosystem,
  settings: InstallSettings,
): Install | null {
  const sorted = sortWords(args, ecosystem);
  if (sorted === null) return null;
  const { addresses, plain } = sorted;
  const verb = verbs.find((one) => (one === "" ? plain.length === 0 : `${plain.join(" ")} `.startsWith(`${one} `)));
  if (verb === undefined) return null;
  const things = plain.slice(verb === "" ? 0 : verb.split(" ").length);
  // From anywhere else than a registry: its host is not in the settings.
  if (things.some((thing) => !isFromRegistry(thing))) return null;
  const all = [...addresses, ...ecosystem.addresses(settings, tool, addresses.length > 0)];
  const hosts = all.map((address) => hostOf(expanded(address, settings)));
  if (hosts.includes(null) || hosts.length === 0) return null;
  const variables = addresses.length > 0 ? {} : registryFor(ecosystem, tool, settings);
  return { tool, hosts: [...new Set(hosts as string[])], caches: ecosystem.caches, variables };
}

/** The last address is the registry of everything that no scope leads elsewhere. One with a password stays where it is. */
function registryFor({ variable, addresses }: Ecosystem, tool: string, settings: InstallSettings) {
  const address = expanded(addresses(settings, tool, false).at(-1) ?? "", settings);
  return variable === null || address.includes("@") ? {} : { [variable]: address };
}

/** Options apart from words. Null where an option makes the tool read other settings than those that are looked at. */
function sortWords(args: readonly string[], { naming, moving, valued }: Ecosystem): Sorted | null {
  const sorted: Sorted = { addresses: [], plain: [] };
  let awaited: string[] | null = null;
  for (const word of args) {
    const [name = "", ...value] = word.split("=");
    // `-ihttps://…`
    const isJoined = naming.some((one) => one.length === 2 && word.startsWith(one) && word !== one);
    if (awaited !== null) {
      awaited.push(word);
      awaited = null;
    } else if (!word.startsWith("-")) sorted.plain.push(word);
    else if (word === "--" || moving.includes(name) || isJoined) return null;
    else if (naming.includes(name) && value.length > 0) sorted.addresses.push(value.join("="));
    else if (naming.includes(name)) awaited = sorted.addresses;
    else if (valued.includes(name) && value.length === 0) awaited = [];
  }
  return awaited === null ? sorted : null;
}

interface Sorted {
  addresses: string[];
  plain: string[];
}

/** A name, perhaps with a scope, extras and a version; or a file of names. */
function isFromRegistry(thing: string): boolean {
  return (
    /^(?:@[\w.-]+\/)?[\w.-]+(?:\[[\w,.-]+\])?(?:(?:@|==|>=|~=|<=|<|>)[\w.*^~<>=,-]+)?$/.test(thing) ||
    /^[\w-]+(?:[.][\w-]+)+(?:\/[\w.-]+)+(?:@[\w.-]+)?$/.test(thing) ||
    /^\.(?:\/\.\.\.)?$/.test(thing)
  );
}

function expanded(address: string, { env }: InstallSettings): string {
  return address.replace(/\$\{(\w+)\}/g, (_, name: string) => env[name] ?? "${");
}

/** Null where it is no address of the web. */
function hostOf(address: string): string | null {
  const plain = address.replace(/^(?:sparse|registry)\+/, "");
  if (!URL.canParse(plain)) return null;
  const { protocol, hostname, port } = new URL(plain);
  if ((protocol !== "https:" && protocol !== "http:") || hostname === "") return null;
  return port === "" ? hostname : `${hostname}:${port}`;
}
