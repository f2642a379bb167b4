/** Reads the MCP servers that a person configured, in the form that most hosts use: `{ "mcpServers": { name: … } }`. */
import { type Checked, jsonObject, type Problem, problem } from "@intentgate/documents";
import * as v from "valibot";
import { checkAddress } from "../models/check-address.ts";

export type McpServer =
  | { kind: "stdio"; name: string; command: string; args: string[]; env: Record<string, string>; cwd: string | null }
  | { kind: "http"; name: string; url: string; headers: Record<string, string> };

export interface McpConfig {
  servers: McpServer[];
  /** What came from the environment into it: never to be kept or shown. */
  secrets: string[];
  /** The variables that those came from: what the agent starts has no business with them. */
  variables: string[];
}

const texts = v.record(v.string(), v.string());
const server = v.union([
  v.object({
    command: v.pipe(v.string(), v.nonEmpty()),
    args: v.optional(v.array(v.string()), []),
    env: v.optional(texts, {}),
    cwd: v.optional(v.string()),
  }),
  v.object({ url: v.pipe(v.string(), v.url()), headers: v.optional(texts, {}) }),
]);
const config = v.object({ mcpServers: v.record(v.string(), server) });

/** No separator in it and none at its end: of `mcp--server--tool` there is one reading only. */
const NAME = /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/;
/** The gate's own tools are known by this server's name. */
const OURS = "intentgate";
/** No secrets, and nothing works without them. */
const ordinary = /^(?:HOME|PATH|USER|LOGNAME|SHELL|PWD|LANG|LC_\w+|TERM|TZ|TMPDIR|TEMP|TMP|XDG_\w+|HOSTNAME|NODE_ENV)$/;
const speaksOfKeys = /auth|key|token|secret|cookie|password/i;

export function readMcpConfig(
  text: string,
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Checked<McpConfig> {
  const bad = (message: string, remedy: string): Checked<never> => ({
    ok: false,
    problems: [problem("BAD_SETTINGS", message, remedy, { file })],
  });
  const parsed = v.safeParse(config, jsonObject(text));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const at = v.getDotPath(issue);
    const form = 'Write { "mcpServers": { "name": { "command": "…", "args": [] } } } or { "url": "https://…" }.';
    return bad(`the MCP servers cannot be read${at ? ` (${at})` : ""}: ${issue.message}`, form);
  }
  const missing: Problem[] = [];
  const secrets = new Map<string, string>();
  const fill = (text: string) =>
    text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]{0,127})\}/g, (_whole, name: string) => {
      const value = env[name];
      if (value === undefined) {
        missing.push(problem("MISSING_CONFIG", `the environment has no ${name}`, `Set ${name} first.`, { file }));
        return "";
      }
      if (!ordinary.test(name)) secrets.set(name, value);
      return value;
    });
  const filled = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(value)]));

  const servers: McpServer[] = [];
  for (const [name, one] of Object.entries(parsed.output.mcpServers)) {
    if (!NAME.test(name) || name.length > 64) {
      return bad(`"${name.slice(0, 80)}" cannot be the name of a server`, "Use letters, digits and single - or _.");
    }
    if (name.toLowerCase() === OURS) {
      return bad(`no other server may be called "${OURS}"`, "The agent has the gate's tools already: leave it out.");
    }
    if ("command" in one) {
      const { command, args, cwd = null } = one;
      servers.push({ kind: "stdio", name, command, args, env: filled(one.env), cwd });
      continue;
    }
    const headers = filled(one.headers);
    const withKey = Object.entries(headers).some(
      ([key, value]) => speaksOfKeys.test(key) || value !== one.headers[key],
    );
    const address = checkAddress(one.url, withKey, 'Write "url": "https://…".');
    if (!address.ok) return { ok: false, problems: address.problems.map((each) => ({ ...each, file })) };
    servers.push({ kind: "http", name, url: one.url, headers });
  }
  return missing.length > 0
    ? { ok: false, problems: missing }
    : { ok: true, value: { servers, secrets: [...secrets.values()], variables: [...secrets.keys()] } };
}
