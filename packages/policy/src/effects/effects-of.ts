/** What a tool call touches, computed from its input; never guessed from the tool's name alone. */
import type { Effect, Effects, Shown } from "@intentgate/engine";
import { factsOfProgram, shownOfProcess } from "@intentgate/shell";
import { type ParsedPatch, parsePatch } from "../patch/parse-patch.ts";
import type { FileFacts } from "../paths/file-facts.ts";
import type { DeclaredTool, Policy } from "../policy-file/policy.ts";
import { badInput, described, effectsFrom } from "./build-effects.ts";
import { commandEffects } from "./command-effects.ts";
import { isExempt, type Standing } from "./declared-command.ts";
import type { DescribedCall, EffectsOf } from "./described-call.ts";
import { readExpansion } from "./expansion-request.ts";
import { type GitForesight, nothingForeseen } from "./git-foresight.ts";
import { type McpCall, mcpFromPayload, mcpFromToolName } from "./mcp-name.ts";
import { mentionedPaths } from "./mentions.ts";
import { observedHashes } from "./observed-hashes.ts";
import { patchEffects } from "./patch-effects.ts";
import { caseTwins, field, isPayload, type Payload, payloadProblem, spelledPath, stringsAt } from "./payload.ts";
import { createResolver, type Resolver } from "./resolve-path.ts";
import type { StagedPaths } from "./taken-by.ts";
import { ownToolRow, type ToolRow, toolRow } from "./tool-table.ts";

export interface EffectsParts {
  facts: FileFacts;
  /** True for a name that would be a control file wherever it stood. */
  isControlName(name: string): boolean;
  policy(): Policy;
  parsePatch?(text: string): ParsedPatch;
  /** Where `~/` leads, for paths named to tools nobody knows; left out: such texts are not resolved. */
  home?: string;
  /** The folder in which declared commands mean what the person meant; left out: any. */
  root?: string;
  /** True for the gate's own program, which no call may change; left out: none is known. */
  isRunningGate?(absolute: string): boolean;
  /** What a commit in the repository of this folder would change; left out: there is no repository. */
  staged?: StagedPaths;
  /** What git would make of the tree; left out: nobody can tell. */
  foresight?: GitForesight;
}

export const nothingStaged: StagedPaths = () => [];

/** The MCP server that offers the gate's own tools. */
const OUR_SERVER = "intentgate";

export function createEffectsOf(parts: EffectsParts): EffectsOf {
  return (tool, given, cwd) => {
    const row = toolRow(tool);
    const payload = row?.does === "gate" ? (given ?? {}) : given;
    const problem = payloadProblem(payload, parts.policy().limits.payload_bytes);
    if (problem || !isPayload(payload)) {
      const name = row?.name ?? tool;
      return described(name, effectsFrom([badInput(problem ?? "the input is not an object")]));
    }
    const around: Around = {
      parts,
      policy: parts.policy(),
      resolver: createResolver(parts.facts, cwd, parts.isControlName),
      cwd,
    };
    if (row) return describeKnown(row, payload, around);
    const mcp = mcpFromToolName(tool, payload);
    return mcp ? describeMcp(mcp, tool, payload, around) : describeForeign(tool, [tool], payload, payload, around);
  };
}

interface Around {
  parts: EffectsParts;
  policy: Policy;
  resolver: Resolver;
  cwd: string | null;
}

function describeKnown(row: ToolRow, payload: Payload, around: Around): DescribedCall {
  switch (row.does) {
    case "gate":
      return {
        ...described(row.name, { risk: "SAFE", mutates: false, list: [], why: [] }, "nothing"),
        gateTool: true,
        expansion: row.name === "request_scope_expansion" ? readExpansion(payload) : null,
      };
    case "mcp": {
      const mcp = mcpFromPayload(payload);
      return mcp
        ? describeMcp(mcp, mcp.name, payload, around)
        : describeForeign(row.name, [], payload, payload, around);
    }
    case "command":
      return describeCommand(row.name, payload, around);
    case "read":
    case "look":
      return described(row.name, effectsFrom(readEffects(row, payload, around.resolver)), "nothing");
    default: {
      const { list, changed } = changeEffects(row, payload, around);
      return {
        ...described(row.name, effectsFrom(list), "nothing"),
        observed: observedHashes(field(payload, "observed_content_hash"), changed, around.resolver.same),
        expansion: readExpansion(field(payload, "request_scope_expansion")),
      };
    }
  }
}

function changeEffects(row: ToolRow, payload: Payload, around: Around): { list: Effect[]; changed: string[] } {
  if (row.does === "patch") {
    const text = field(payload, "patch");
    if (typeof text !== "string") return { list: [badInput("the patch is not text")], changed: [] };
    return patchEffects(text, around.parts.parsePatch ?? parsePatch, around.resolver);
  }
  const spelled = spelledPath(payload);
  if (!spelled.ok) return { list: [badInput(spelled.problem)], changed: [] };
  const changed = [spelled.path];
  if (row.does === "delete") {
    return { list: [around.resolver.effect(spelled.path, false, (at) => ({ kind: "delete", ...at }))], changed };
  }
  const oldText = field(payload, "old_string");
  const isAnchored = row.does === "diff" || (row.does === "edit" && typeof oldText === "string" && oldText !== "");
  const manner = isAnchored ? "anchored" : "create_or_replace";
  return { list: [around.resolver.effect(spelled.path, true, (at) => ({ kind: "write", manner, ...at }))], changed };
}

function readEffects(row: ToolRow, payload: Payload, resolver: Resolver): Effect[] {
  const files = field(payload, "files");
  const entries: unknown[] = Array.isArray(files) ? files : files === undefined ? [] : [null];
  const hasOwnPath = field(payload, "path") !== undefined || field(payload, "file_path") !== undefined;
  const places = entries.map((entry) => (typeof entry === "string" ? { path: entry } : entry));
  // A tool that knows only one of the two leaves the other unread.
  const isOneWay = !hasOwnPath || places.length === 0;
  if (hasOwnPath || places.length === 0) places.unshift(payload);
  return places.map((place) => {
    const spelled = isPayload(place)
      ? spelledPath(place)
      : { ok: false as const, problem: "an entry of files has no path" };
    if (!spelled.ok) return badInput(spelled.problem);
    const isWhole = row.does === "read" && isOneWay && asksForAll(payload) && isPayload(place) && asksForAll(place);
    const shows: Shown = isWhole ? "content" : "facts";
    return resolver.effect(spelled.path, true, (at) =>
      row.name === "search_files" && at.absolute === "/"
        ? { kind: "unknown", why: `A search of everything: ${shownOfProcess}.`, mentions: [at] }
        : { kind: "read", shows, ...at },
    );
  });
}

/** Whatever else an input says, `start_line` or a host's own word for it, may mean a part of the file. */
const wholeFields = new Set(["path", "file_path", "files", "line_numbers"]);

function asksForAll(place: Payload): boolean {
  return Object.entries(place).every(([key, value]) => wholeFields.has(key) || value === undefined || value === null);
}

function describeCommand(name: string, payload: Payload, around: Around): DescribedCall {
  const command = field(payload, "command");
  const inFolder = field(payload, "cwd") ?? null;
  if (typeof command !== "string") return described(name, effectsFrom([badInput("the command is not text")]));
  if (inFolder !== null && typeof inFolder !== "string") {
    return { ...described(name, effectsFrom([badInput("cwd is not text")])), command };
  }
  const folder =
    inFolder === null
      ? null
      : around.resolver.effect(inFolder, true, (at) => ({ kind: "read", shows: "facts", ...at }));
  if (folder !== null && folder.kind !== "read") return { ...described(name, effectsFrom([folder])), command };
  const resolver =
    folder === null ? around.resolver : createResolver(around.parts.facts, folder.absolute, around.parts.isControlName);
  const { root } = around.parts;
  // In another folder `npm test` runs what that folder says, and an agent may have written it.
  const standing = (here: string, program: string) => standingOf(here, root, resolver, program);
  const found = commandEffects(command, {
    cwd: folder === null ? around.cwd : folder.absolute,
    resolver,
    home: around.parts.home ?? null,
    root: root ?? null,
    staged: around.parts.staged ?? nothingStaged,
    foresight: around.parts.foresight ?? nothingForeseen,
    commands: around.policy.commands,
    keeping: field(payload, "keeps_shell") === true ? "kept" : "unclear",
    standing,
    isTheGate: (asked, here) => isTheGate(asked, here, around.parts, resolver),
  });
  return {
    ...described(name, found.effects),
    command,
    ran: found.ran,
    runs: found.runs,
    gateCommand: found.gateCommand,
    named: found.named,
    expansion: readExpansion(field(payload, "request_scope_expansion")),
    isExempt: standing(".", "") === "root" && isExempt(around.policy.commands, command),
  };
}

/** What a package, or the settings of its manager, begins with. */
const ofPackage =
  "package.json node_modules .npmrc .yarnrc .yarnrc.yml pnpm-workspace.yaml .pnpmfile.cjs bunfig.toml".split(" ");

function standingOf(here: string, root: string | undefined, resolver: Resolver, program: string): Standing {
  if (root === undefined) return "root";
  let at = resolver.touched(here, true)?.absolute ?? "";
  if (at === root) return "root";
  if (!at.startsWith(`${root}/`)) return "elsewhere";
  const { beginsPackage } = factsOfProgram(program);
  // Without a package at the root the next one above it would be meant.
  if (beginsPackage === undefined && !resolver.exists(`${root}/package.json`)) return "below";
  for (; at !== root; at = at.slice(0, at.lastIndexOf("/"))) {
    if ((beginsPackage ?? ofPackage).some((name) => resolver.exists(`${at}/${name}`))) return "below";
  }
  return "inside";
}

const gateProgram = /\/intentgate(?:\.[cm]?js)?$/;

function isTheGate(asked: string, here: string, { isRunningGate }: EffectsParts, resolver: Resolver): boolean {
  const { absolute = "" } = resolver.touched(asked.startsWith("/") ? asked : `${here}/${asked}`, true) ?? {};
  return gateProgram.test(absolute) && resolver.exists(absolute) && isRunningGate?.(absolute) === true;
}

function describeMcp(mcp: McpCall, rawName: string, payload: Payload, around: Around): DescribedCall {
  const ours = mcp.server === OUR_SERVER ? ownToolRow(mcp.tool) : undefined;
  if (ours) return describeKnown(ours, mcp.arguments, around);
  const problem = payloadProblem(mcp.arguments, around.policy.limits.payload_bytes);
  if (problem) return described(mcp.name, effectsFrom([badInput(problem)]));
  const names = mcp.unambiguous ? [mcp.name, rawName] : rawName === mcp.name ? [] : [rawName];
  // Mentions are looked for in the whole input, arguments written as text included.
  return describeForeign(mcp.name, names, mcp.arguments, { ...payload, arguments: mcp.arguments }, around);
}

/** A tool nobody knows: mutating and unknown, unless a person declared what it does. */
function describeForeign(
  name: string,
  declaredUnder: string[],
  input: Payload,
  whole: Payload,
  { policy, resolver, parts }: Around,
): DescribedCall {
  const key = declaredUnder.find((each) => Object.hasOwn(policy.tools, each));
  const declared = key === undefined ? undefined : policy.tools[key];
  let why = "Nobody declared what this tool does.";
  if (declared) {
    const twins = caseTwins(input);
    if (twins !== null) return described(name, effectsFrom([badInput(twins)]));
    const found = declaredEffects(name, declared, input, resolver);
    if (found.ok) {
      const effects = effectsFrom(found.list, riskOf(declared));
      const observed = observedHashes(field(input, "observed_content_hash"), found.changed, resolver.same);
      const named = effects.mutates ? mentionedPaths(whole, resolver, parts.home ?? null) : null;
      if (named?.ok === false) return described(name, effectsFrom([badInput(named.problem)]));
      return { ...described(name, effects), observed, named: named?.mentions ?? [] };
    }
    why = `The tool is declared in the policy, but ${found.why}.`;
  }
  const found = mentionedPaths(whole, resolver, parts.home ?? null);
  if (!found.ok) return described(name, effectsFrom([badInput(found.problem)]));
  return described(name, effectsFrom([{ kind: "unknown", why, mentions: found.mentions }]));
}

type DeclaredEffects = { ok: true; list: Effect[]; changed: string[] } | { ok: false; why: string };

/** The effects of a tool that a person declared in the policy: exactly these, or unknown where the input does not fit. */
function declaredEffects(name: string, declared: DeclaredTool, payload: Payload, resolver: Resolver): DeclaredEffects {
  const paths: string[] = [];
  for (const dotted of declared.paths_from) {
    const found = stringsAt(payload, dotted);
    if (!found) return { ok: false, why: `the declared field ${JSON.stringify(dotted)} holds no path` };
    paths.push(...found);
  }
  const changesFiles = declared.effect === "write" || declared.effect === "delete";
  if (changesFiles && paths.length === 0) {
    return { ok: false, why: "it is declared to change files, but no field is declared to name them" };
  }
  const onPaths = paths.map((path) => pathEffect(declared, path, resolver));
  return { ok: true, list: [...ownEffect(name, declared), ...onPaths], changed: changesFiles ? paths : [] };
}

function riskOf(declared: DeclaredTool): Pick<Effects, "risk" | "mutates"> {
  return declared.effect === "read" ? { risk: "SAFE", mutates: false } : { risk: "DESTRUCTIVE", mutates: true };
}

function ownEffect(name: string, declared: DeclaredTool): Effect[] {
  if (declared.effect === "run") return [{ kind: "run", command: name, known: { by: "declaration", writes: [] } }];
  if (declared.effect === "network") return [{ kind: "network", target: name }];
  return [];
}

function pathEffect(declared: DeclaredTool, path: string, resolver: Resolver): Effect {
  switch (declared.effect) {
    case "write":
      return resolver.effect(path, true, (at) => ({ kind: "write", manner: "create_or_replace", ...at }));
    case "delete":
      return resolver.effect(path, false, (at) => ({ kind: "delete", ...at }));
    case "run":
      return resolver.effect(path, true, (at) => ({ kind: "write", manner: "derived", ...at }));
    default:
      return resolver.effect(path, true, (at) => ({ kind: "read", shows: "content", ...at }));
  }
}
