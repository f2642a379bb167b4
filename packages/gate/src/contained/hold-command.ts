/** Holds a command that goes on when its call is over: in the network of its session, writing nowhere but in the scope. */
import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HeldFolders, HeldScope } from "@intentgate/box";
import { type HookContext, messageOf, type Session } from "@intentgate/engine";
import { createScope, type Governed, isForIntent, type Machine } from "@intentgate/policy";
import { heldLine } from "@intentgate/shell";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { EndOfRun } from "@intentgate/tools";
import { onSystemError } from "@intentgate/world";

/** Who holds it. */
export type HeldFor = Pick<HookContext, "cwd" | "intentId" | "session">;

export interface HoldParts {
  governed: Pick<Governed, "controlReason">;
  intentIn(root: GovernedRoot, made: HeldFor): string | null;
  stateDir: string;
  hidden: readonly string[];
  /** This program, for what watches over a held command; null where it is a part of another one. */
  program: string | null;
  /** The process that everything held ends with; null: none is known. */
  host: number | null;
  env: NodeJS.ProcessEnv;
  /** A person stopped the session, or one above it. */
  isStopped(session: Session): boolean;
}

export interface HoldCommand {
  holds(root: GovernedRoot, made: HeldFor): Promise<Machine>;
  hold(root: GovernedRoot, made: HeldFor, words: readonly string[], cwd: string): Promise<EndOfRun>;
}

/** A subagent shares the network of who started it. */
export function sessionOfNetwork({ id, parent }: Session): string {
  return parent ?? id;
}

export function createHoldCommand(parts: HoldParts): HoldCommand {
  const { stateDir: states, hidden, program, env } = parts;

  async function foldersFor(root: GovernedRoot, made: HeldFor): Promise<HeldFolders> {
    const scope = heldScope(root, made, parts);
    if (scope === null) return { can: false, why: "its intent cannot be read" };
    return (await import("@intentgate/box")).heldFolders(root.root, scope);
  }

  return {
    async holds(root, made) {
      if (program === null) return { can: false, why: "there is no program here that could watch over it" };
      const folders = await foldersFor(root, made);
      return folders.can ? { can: true } : folders;
    },

    async hold(root, made, [shell = "", flag = "", line = ""], cwd) {
      try {
        const box = await import("@intentgate/box");
        const folders = await foldersFor(root, made);
        const alone = heldLine(line);
        if (!folders.can) return { ok: false, why: folders.why };
        if (program === null || alone === null) return { ok: false, why: "it is no line that can be held" };
        const session = sessionOfNetwork(made.session);
        const owner = parts.host === null ? null : box.markOf(parts.host);
        const holder = await box.ensureHolder({ state: states, session, owner });
        if (!holder.can) return { ok: false, why: holder.why };
        forgetOutputs(new Set(box.listHeld(states).map((one) => one.output)));
        const output = join(mkdtempSync(join(tmpdir(), OUTPUTS)), OUTPUT);
        const order = {
          ...{
            id: box.newHeldId(),
            session,
            root: root.root,
            cwd,
            shown: alone,
            command: [shell, flag, alone],
            output,
          },
          ...{ folders, allow: [], state: root.state, states, hidden },
        };
        const supervisor = [process.execPath, program, "box", "hold"] as const;
        const started = await box.startHeld(order, { supervisor: [...supervisor], env });
        if (!started.began) return { ok: false, why: started.why };
        // The stop may have ended everything just before this began.
        if (parts.isStopped(made.session)) {
          box.endHolder(states, session);
          return { ok: false, why: "the person stopped this session" };
        }
        return { ok: true, told: heldLines(started.held.id, output) };
      } catch (error) {
        return { ok: false, why: messageOf(error) };
      }
    },
  };
}

const [OUTPUTS, OUTPUT] = ["intentgate-held-", "output.log"];
/** Whoever reads what a command said last does so soon. */
const KEPT_MS = 3_600_000;

/** What commands said that ended a while ago. */
function forgetOutputs(running: ReadonlySet<string | null>): void {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(OUTPUTS));
  for (const folder of folders.map((name) => join(tmpdir(), name))) {
    const [stat, last] = [folder, join(folder, OUTPUT)].map((path) =>
      onSystemError("any", undefined, () => lstatSync(path, { throwIfNoEntry: false })),
    );
    const isOwn = stat?.isDirectory() === true && stat.uid === process.getuid?.();
    const isOld = Date.now() - ((last ?? stat)?.mtimeMs ?? Date.now()) > KEPT_MS;
    if (isOwn && isOld && !running.has(join(folder, OUTPUT))) rmSync(folder, { recursive: true, force: true });
  }
}

function heldLines(id: string, output: string): string[] {
  return [
    `It runs in the background as ${id}, until this session ends or \`intentgate box stop ${id}\`. Its output: ${output}`,
    "Later commands of this session reach it on localhost; nobody else does. What it writes to /tmp only itself sees.",
  ];
}

/** The scope of the intent by whole folders. A rule that closes a path below a folder closes the folder. */
function heldScope(root: GovernedRoot, made: HeldFor, { governed, intentIn }: HoldParts): HeldScope | null {
  const rules = root.lastRules();
  const id = intentIn(root, made);
  const intent = rules.ok && id !== null ? rules.value.intents.get(id) : undefined;
  if (!rules.ok || !intent) return null;
  const { policy, ignore } = rules.value;
  // What it writes counts at once, so what asks first closes as well.
  const ignored = ignore.filter((one) => one.kind !== "allow_destructive" && isForIntent(one, id));
  const closed = scopeOf([
    ...policy.protected,
    ...policy.forbid.flatMap(({ paths }) => paths),
    ...ignored.map(({ glob }) => glob),
  ]);
  const granted = [intent.owned_scope, ...(intent.narrowed_to === null ? [] : [intent.narrowed_to])].map(scopeOf);
  return {
    coversBelow: (folder) =>
      granted.every((scope) => scope.coversBelow(folder)) && !closed.covers(folder) && !closed.mayCoverBelow(folder),
    mayCoverBelow: (folder) => granted.every((scope) => scope.mayCoverBelow(folder)),
    isControl: (path) => governed.controlReason(join(root.root, path)) !== null || closed.covers(path),
  };
}

function scopeOf(globs: readonly string[]) {
  return createScope(globs, { ignoreCase: false });
}
