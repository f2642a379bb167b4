/** The servers that stand behind the gateway, as a person wrote them down. */
import { basename, resolve } from "node:path";
import { readJson } from "@intentgate/documents";
import { recogniseAddress, recogniseServer, type StartedServer } from "@intentgate/policy";

export interface ServerSpec {
  name: string;
  start:
    | { kind: "program"; command: string; args: string[]; env: NodeJS.ProcessEnv; cwd: string }
    | { kind: "http"; url: string; headers: Record<string, string> };
  server: StartedServer;
}

export type ReadServers = { ok: true; servers: ServerSpec[] } | { ok: false; problem: string };

export interface Surroundings {
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** So that `mcp.<server>.<tool>` and `<server>__<tool>` can be read in one way only. */
const plainName = /^[A-Za-z0-9](?:[A-Za-z0-9]|[_-](?![_-]|$)){0,62}$/;
/** By this name the gate knows its own tools. */
const OURS = "intentgate";

/** A command line, or the address of a server that runs already. */
export function serverFromWords(words: readonly string[], name: string | null, around: Surroundings): ReadServers {
  const [command = "", ...args] = words;
  if (/^https?:\/\//i.test(command)) {
    if (args.length > 0) return no("an address stands alone; headers go into a --config file");
    return built([[name ?? recogniseAddress(command)?.known ?? "server", { url: command }]], around);
  }
  const known = recogniseServer(command, args)?.known;
  return built([[name ?? known ?? plainFrom(command), { command, args }]], around);
}

/** The usual form: `{ "mcpServers": { "name": { "command", "args", "env", "cwd" } | { "url", "headers" } } }`. */
export function serversFromConfig(text: string, around: Surroundings): ReadServers {
  const json = readJson(text);
  if (!json.ok) return no(`it is not JSON: ${json.why}`);
  const { value: read } = json;
  const servers = isMap(read) ? (read.mcpServers ?? read.servers) : undefined;
  if (!isMap(servers)) return no('it has no "mcpServers"');
  const entries = Object.entries(servers);
  if (entries.length === 0) return no('"mcpServers" names no server');
  return built(entries, around);
}

function built(entries: readonly (readonly [string, unknown])[], around: Surroundings): ReadServers {
  const servers: ServerSpec[] = [];
  for (const [name, entry] of entries) {
    if (!plainName.test(name) || name.toLowerCase() === OURS) {
      return no(
        `${JSON.stringify(name.slice(0, 80))} cannot be the name of a server: letters, digits, single - and _, not "${OURS}"`,
      );
    }
    const read = isMap(entry) ? specOf(name, entry, around) : "is no object";
    if (typeof read === "string") return no(`server ${name} ${read}`);
    servers.push(read);
  }
  return { ok: true, servers };
}

function specOf(name: string, entry: Record<string, unknown>, { cwd, env }: Surroundings): ServerSpec | string {
  const { command, args = [], url, headers = {}, env: own = {}, type } = entry;
  if (!isTexts(headers)) return "has headers that are no texts";
  if (!isTexts(own)) return "has an env that holds more than texts";
  if (typeof url === "string" && command === undefined) {
    if (type === "sse") return "uses the old SSE transport, which is not spoken here";
    if (!/^https?:\/\//i.test(url)) return "has a url that is no http address";
    const found = recogniseAddress(url);
    const server = { name, known: found?.known ?? null, words: [], cwd: null, home: null, roots: [] };
    return { name, start: { kind: "http", url, headers }, server };
  }
  if (typeof command !== "string" || command === "") return "has neither a command nor a url";
  if (!Array.isArray(args) || !args.every((one) => typeof one === "string"))
    return "has args that are no list of texts";
  if (entry.cwd !== undefined && typeof entry.cwd !== "string") return "has a cwd that is no text";
  const folder = resolve(cwd, entry.cwd ?? ".");
  const whole = { ...env, ...own };
  const found = recogniseServer(command, args);
  const server: StartedServer = {
    name,
    known: found?.known ?? null,
    words: found?.words ?? args,
    cwd: folder,
    home: whole.HOME ?? null,
    roots: [],
  };
  return { name, start: { kind: "program", command, args, env: whole, cwd: folder }, server };
}

function plainFrom(command: string): string {
  const plain = basename(command)
    .replace(/\.[a-z]+$/i, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return plain.slice(0, 40) || "server";
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is Record<string, string> {
  return isMap(value) && Object.values(value).every((one) => typeof one === "string");
}

function no(problem: string): ReadServers {
  return { ok: false, problem };
}
