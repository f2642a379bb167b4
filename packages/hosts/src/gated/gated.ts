/** Whether an agent is gated where it would be started: one of three answers, out of what is known of it. */
import type { Silence } from "../host/around.ts";
import { ALWAYS, type Host } from "../host/host.ts";

export type Gated = Pick<GatedFacts, "host" | "isSetUp" | "version"> &
  (
    | { answer: "proved live" /** When a call of it was last seen to be refused here. */; at: string }
    | { answer: "nothing found against it" }
    | { answer: "NOT GATED HERE"; reasons: readonly [Silence, ...Silence[]] }
  );

export interface GatedFacts {
  host: Host;
  /** Our hooks stand somewhere, or `init` once put them there. */
  isSetUp: boolean;
  /** Of the program that would be started; null where nobody knows. */
  version: string | null;
  /** Where it would be started. */
  place: StartPlace;
  /** Our hooks wherever they stand. */
  levels: readonly Level[];
  /** A call that was refused in this very folder, by this program and under these settings; null: there was none. */
  proof: { at: string } | null;
}

export interface StartPlace {
  /** The top folder of the repository or of the worktree. */
  root: string;
  /** The root or a folder below it. */
  startedIn: string;
}

/** Hooks in the settings of the root, of the main worktree where the root is a linked one, or of the person. */
export interface Level {
  level: "root" | "main" | "user";
  /** The file. */
  where: string;
  silences: readonly Silence[];
}

export function gatedAnswer(facts: GatedFacts): Gated {
  const { host, isSetUp, version, proof } = facts;
  const about = { host, isSetUp, version };
  const [reason, ...more] = reasonsOf(facts).filter(({ outlivesProof }) => proof === null || outlivesProof);
  if (reason !== undefined) return { ...about, answer: "NOT GATED HERE", reasons: [reason, ...more] };
  return proof === null
    ? { ...about, answer: "nothing found against it" }
    : { ...about, answer: "proved live", at: proof.at };
}

function reasonsOf(facts: GatedFacts): readonly Silence[] {
  const { host, version, levels } = facts;
  const { hooksSince } = host.reach;
  if (version !== null && hooksSince !== null && isOlder(version, hooksSince)) {
    const why = `${host.title} ${version} has no hooks that stop a call; ${hooksSince} is the first that does`;
    return [reason(host, "its program", why, "Bring it up to date.")];
  }
  const [first] = levels;
  if (first === undefined) {
    const why = "nothing of Intentgate stands in its settings";
    return [reason(host, "its settings", why, `Run \`intentgate init --host ${host.name}\`.`)];
  }
  const reaching = levels.filter((level) => blocked(level, facts) === null);
  const [best] = [...reaching].sort((a, b) => a.silences.length - b.silences.length);
  if (best !== undefined) return best.silences;
  const why = `${version === null ? "nobody knows that its version reads" : "its version does not read"} ${blocked(first, facts)}`;
  const start = first.level === "main" ? "the main worktree" : facts.place.root;
  return [
    reason(
      host,
      first.where,
      why,
      `Put the hooks into your own settings: \`intentgate init --user\`. Or start it in ${start}.`,
    ),
  ];
}

/** What keeps this host from reading these hooks where it is started; null: nothing. */
function blocked({ level }: Level, { host, version, place: { root, startedIn } }: GatedFacts): string | null {
  if (level === "user") return null;
  const { below, worktree } = host.reach;
  if (level === "main" && !isSince(version, worktree)) return "the hooks of the main worktree in a linked one";
  return startedIn !== root && !isSince(version, below) ? "the hooks of the root in a folder below it" : null;
}

/** Where nobody knows the version, only what held in all of them. */
function isSince(version: string | null, first: string | null): boolean {
  if (first === null) return false;
  return version === null ? first === ALWAYS : !isOlder(version, first);
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((one) => one.split(/[.+-]/).slice(0, 3).map(Number)) as [number[], number[]];
  const at = [0, 1, 2].find((index) => (a[index] ?? 0) !== (b[index] ?? 0));
  return at !== undefined && (a[at] ?? 0) < (b[at] ?? 0);
}

function reason({ name }: Host, where: string, why: string, remedy: string): Silence {
  return { host: name, where, why, remedy, doubt: null, outlivesProof: false };
}
