/** Answers the built-in hooks from the governed roots' files. */
import { homedir } from "node:os";
import { maskSecrets } from "@intentgate/documents";
import { changedFolders, changedPaths, type HookContext, type TouchedPath } from "@intentgate/engine";
import {
  type ApprovalMode,
  type ControlPlaces,
  containsControl,
  controlReason,
  createScope,
  type FileFacts,
  type Governed,
  type Intent,
  isGateProgram,
  isRunningGate,
  linkedControlPlaces,
  type Place,
  placeOf,
  placingReason,
  type RelativePath,
  type RootReading,
  type RootView,
  renderIntentContext,
  renderRecentChanges,
  type Scope,
  type SessionView,
} from "@intentgate/policy";
import { type GovernedRoot, type KeptBytes, lineageOf } from "@intentgate/sidecar";
import { unifiedDiff } from "@intentgate/trace";
import { createHooksFolders, createInWorktree, isKeyPlace, readWhole, realFolder } from "@intentgate/world";
import { addedSecrets } from "../secrets/added-secrets.ts";
import { controlRules } from "../trust/control-rules.ts";
import type { GatePlaces } from "../trust/gate-places.ts";

export interface GovernedParts {
  roots: readonly GovernedRoot[];
  facts: FileFacts;
  /** Where the person's own settings lie; `~` may lead elsewhere. */
  userHome: string;
  scratch(): string[];
  /** True for a place that belongs to a governed root which is not opened here. */
  isGovernedElsewhere(absolute: string): boolean;
  /** Asked for when the first change is to be decided. */
  gatePlaces(): GatePlaces;
  defaultMode: ApprovalMode;
  cache: Pick<KeptBytes, "find">;
  hashNow(absolute: string): string | null;
  lessonsFor(intentId: string): string[];
  keepForUndo: Governed["keepForUndo"];
  /** The files of declared hooks' handlers; the same list where nothing changed. */
  handlerScripts(): readonly string[];
  proposalFor: Governed["proposalFor"];
}

/** What of one root a call touches. */
interface Touched {
  changed: RelativePath[];
  below: RelativePath[];
}

const DIFF_LINES = 80;
const RECENT = 5;

/** What the built-in hooks ask, and which roots a call concerns. */
export interface GovernedRoots extends Governed {
  concerned(call: Pick<HookContext, "cwd" | "session" | "normalizedToolName" | "effects">): RootReading[];
  /** Of a real path: whether it is the program that runs here, or what it is made of. */
  isRunningGate(absolute: string): boolean;
}

export function createGoverned(parts: GovernedParts): GovernedRoots {
  const rootPaths = parts.roots.map((one) => one.root);
  let linked: readonly string[] | undefined;
  // A linked worktree is steered by the main one's files.
  const steering = [...new Set([...rootPaths, ...parts.roots.map((one) => one.authoredAt)])];
  const hookFolders = parts.roots.map(({ root }) => createHooksFolders(root, parts.userHome));
  let known: { scripts: readonly string[]; hooks: (readonly string[])[]; places: ControlPlaces } | undefined;
  const matchers = new Map<string, Scope>();
  const homes = [parts.userHome, homedir()].map((home) => realFolder(home) ?? home);

  function controlPlaces(): ControlPlaces {
    const scripts = parts.handlerScripts();
    const hooks = hookFolders.map((folders) => folders());
    if (known?.scripts === scripts && known.hooks.every((one, at) => one === hooks[at])) return known.places;
    linked ??= rootPaths.flatMap((root) => linkedControlPlaces(root, parts.facts, controlRules));
    const places = {
      rules: controlRules,
      roots: steering,
      home: homedir(),
      ...parts.gatePlaces(),
      handlerScripts: [...linked, ...scripts],
      gitHooks: hooks.flat(),
    };
    known = { scripts, hooks, places };
    return places;
  }

  function place(absolute: string): Place {
    const at = placeOf(absolute, { roots: rootPaths, scratch: parts.scratch(), homes, ignoreCase: ignoresCase() });
    return at.kind === "scratch" && parts.isGovernedElsewhere(absolute) ? { kind: "outside" } : at;
  }
  function ignoresCase(): boolean {
    return rootPaths.some((root) => parts.facts.ignoresCase(root));
  }
  function scopeOf(globs: readonly string[]): Scope {
    const key = globs.join("\0");
    let found = matchers.get(key);
    if (!found) {
      if (matchers.size > 5_000) matchers.clear();
      found = createScope(globs, { ignoreCase: ignoresCase() });
      matchers.set(key, found);
    }
    return found;
  }
  const covers = (intent: Intent, relative: string) =>
    scopeOf(intent.owned_scope).covers(relative) &&
    (intent.narrowed_to === null || scopeOf(intent.narrowed_to).covers(relative));
  const coversBelow = (intent: Intent, folder: string) =>
    scopeOf(intent.owned_scope).coversBelow(folder) &&
    (intent.narrowed_to === null || scopeOf(intent.narrowed_to).coversBelow(folder));

  function read(root: GovernedRoot, context: Pick<HookContext, "session">, touched: Touched): RootReading {
    const rules = root.lastRules();
    if (!rules.ok) return { ok: false, root: root.root, problems: rules.problems };
    const view: RootView = {
      root: root.root,
      ...rules.value,
      approvalMode: rules.value.policy.approval.mode ?? parts.defaultMode,
      session: sessionView(root, context),
      ...touched,
      covers,
      coversWith: (intent, globs, relative) => covers(intent, relative) || scopeOf(globs).covers(relative),
      coversBelow: (intent, globs, folder) => coversBelow(intent, folder) || scopeOf(globs).coversBelow(folder),
      matches: (glob, relative) => scopeOf([glob]).covers(relative),
      mayMatchBelow: (glob, folder) => scopeOf([glob]).mayCoverBelow(folder),
    };
    return { ok: true, view };
  }

  return {
    place,
    contextFor(view, intent) {
      const root = parts.roots.find((one) => one.root === view.root);
      const recent = renderRecentChanges(root?.store.ledger.recentChanges(intent.id, RECENT) ?? []);
      const intentContext = renderIntentContext(intent, { lessons: parts.lessonsFor(intent.id) });
      return { intent_context: intentContext, ...(recent ? { recent_changes: recent } : {}) };
    },
    hashNow: parts.hashNow,
    addedSecrets: (context) => addedSecrets(context, place),
    proposalFor: parts.proposalFor,
    keepForUndo: parts.keepForUndo,
    controlReason: (absolute) => controlReason(absolute, controlPlaces()),
    isProgram: (absolute) => isGateProgram(absolute, controlPlaces()),
    isRunningGate: (absolute) => isRunningGate(absolute, controlPlaces()),
    isKey(absolute, secrets) {
      if (place(absolute).kind !== "outside") return false;
      const inside = homes.flatMap((home) =>
        absolute.startsWith(`${home}/`) ? [absolute.slice(home.length + 1)] : [],
      );
      return inside.some((path) => isKeyPlace(path) || (!path.endsWith(".pub") && scopeOf(secrets).covers(path)));
    },
    removalReason: (absolute) => (containsControl(absolute, controlPlaces()) ? "it holds control files" : null),
    placingReason,
    concerned(context) {
      const byRoot = new Map<string, Touched>();
      const inWorktree = createInWorktree();
      const sort = (kind: keyof Touched, paths: readonly TouchedPath[]) => {
        for (const path of paths) {
          const at = place(path.absolute);
          if (at.kind !== "inside") continue;
          const touched = byRoot.get(at.root) ?? { changed: [], below: [] };
          touched[kind].push({ ...path, relative: at.relative });
          // A second copy of the tree inside the scope does not bring the rest of the tree into it.
          const second = inWorktree(path.absolute, at.root);
          if (second !== null) touched[kind].push({ ...path, relative: second });
          byRoot.set(at.root, touched);
        }
      };
      sort("changed", changedPaths(context.effects));
      sort("below", changedFolders(context.effects));
      const concerned = parts.roots.filter((root) => byRoot.has(root.root));
      const selecting = context.normalizedToolName === "select_active_intent";
      const without = selecting ? parts.roots : [homeRoot(parts.roots, context.cwd)];
      const own = concerned.length > 0 ? concerned : without;
      return own.flatMap((root) =>
        root ? [read(root, context, byRoot.get(root.root) ?? { changed: [], below: [] })] : [],
      );
    },
    diffSince(absolute, seen) {
      const at = place(absolute);
      if (at.kind !== "inside") return [];
      const root = parts.roots.find((one) => one.root === at.root);
      const rules = root?.lastRules();
      // Where the policy cannot be read nobody knows what is secret.
      if (!rules?.ok || createScope(rules.value.policy.secret_paths, { ignoreCase: true }).covers(at.relative))
        return [];
      const now = readWhole(absolute).bytes;
      const then = seen === null ? null : parts.cache.find(seen);
      if (seen !== null && then === null) return [];
      const after = now.state === "present" ? Buffer.from(now.bytes).toString("utf8") : "";
      return unifiedDiff(at.relative, maskSecrets(then ? Buffer.from(then).toString("utf8") : ""), maskSecrets(after), {
        context: 3,
        maxLines: DIFF_LINES,
      }).lines;
    },
  };
}

/** The root that a call without paths belongs to: the deepest one around its working folder, else the first. */
export function homeRoot(roots: readonly GovernedRoot[], cwd: string | null): GovernedRoot | undefined {
  const around = roots.filter((root) => cwd !== null && (cwd === root.root || cwd.startsWith(`${root.root}/`)));
  return around.sort((a, b) => b.root.length - a.root.length)[0] ?? roots[0];
}

export function sessionView(root: GovernedRoot, context: Pick<HookContext, "session">): SessionView {
  const { own, top, intent, owner } = lineageOf(root, context.session);
  return {
    id: own.id,
    intent,
    parentIntent: intent !== null && owner !== own.id ? intent.id : null,
    declined: top.declined,
    seen: own.seen,
    denialsInARow: own.denialsInARow,
    sameDenials: own.sameDenials,
    standing: own.standing,
    approvedCommands: own.approvedCommands,
  };
}
