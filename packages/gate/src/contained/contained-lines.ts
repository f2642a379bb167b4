/** What a model is told of a contained command beside what the command itself said: one line. */
import type { Judged, Refused } from "@intentgate/box";
import { visibleText } from "@intentgate/documents";
import type { NewSecrets } from "../secrets/new-secrets.ts";

const SHOWN = 5;

export function discardedLine(changes: number): string[] {
  if (changes === 0) return [];
  const files = changes === 1 ? "one path" : `${changes} paths`;
  return [
    `Nothing of this run was kept (it changed ${files}): no intent is taken. Call select_active_intent, or propose_intent where none fits, and run it again.`,
  ];
}

export const wrongSafeLine = [
  "This command was taken for one that only reads, and wrote: nothing of it was kept. Write with the file tools, or name the file that it writes.",
];

export const stoppedLine = [
  "The person stopped this session while the command ran: nothing that it did counts. Wait until they resume it.",
];

/** What the proxy did not give. `request`: what a person answers about hosts that are only not allowed. */
export function notReachedLine(refused: readonly Refused[], request: string | null): string[] {
  if (refused.length === 0) return [];
  const of = (isAsked: boolean) => listed(refused.filter((one) => isHostName(one) === isAsked).map(hostAndPort));
  const how =
    request === null ? "nobody is asked here" : `request ${request.slice(0, 8)}: a person lets it, then run it again`;
  const parts = [
    ...(refused.some(isHostName) ? [`${of(true)} not allowed (${how})`] : []),
    ...(refused.every(isHostName) ? [] : [`${of(false)} never: no name in the world stands behind it`]),
  ];
  return [`Not reached: ${parts.join("; ")}.`];
}

/** Only what has a name, and leads out into the world, can be asked about. */
export function isHostName({ host, why }: Refused): boolean {
  return why === "not allowed" && !/^[\d.]+$|:/.test(host);
}

export function hostAndPort({ host, port }: Refused): string {
  return port === 443 || port === 80 ? host : `${host}:${port}`;
}

export const stayedOfflineLine = [
  "Nothing was asked of the proxy: what does not heed HTTPS_PROXY and its like stays offline here.",
];

/** Whoever met a read-only file, or missed one, may read why. */
export const onCopiesLine = [
  "This command worked on copies: folders outside the scope, .git and installed dependencies were read-only, of the home folder only toolchains were there, and of /tmp only plain files.",
];

/** What was written beside the tree and is gone: names below `/tmp`, and below the home folder. */
export function besideLines(scratch: readonly string[], home: readonly string[]): string[] {
  const names = [...scratch.map((path) => `/tmp/${path}`), ...home.map((path) => `~/${path}`)];
  if (names.length === 0) return [];
  return [
    `Not kept: ${listed(names)}. Of the home folder nothing is kept, and of /tmp only new files and folders beside what stands there.`,
  ];
}

export function emptyScratchLine(mounts: readonly string[]): string[] {
  if (mounts.length === 0) return [];
  return [
    `/tmp was empty for this command and nothing of it is kept, as another mount lies below it (${listed(mounts)}).`,
  ];
}

export interface KeptBack {
  judged: readonly Judged[];
  failed: readonly { path: string; why: string }[];
  unreadable: readonly string[];
  /** References and logs of git's that are as they were for this reason. */
  lostRefs: readonly string[];
  intentId: string | null;
  newSecrets: NewSecrets;
  /** Null where what was kept back is gone. */
  request: string | null;
}

/** Nothing where all of it was applied. */
export function keptBackLine({
  judged,
  failed,
  unreadable,
  lostRefs,
  intentId,
  newSecrets,
  request,
}: KeptBack): string[] {
  const of = (becomes: string) => judged.filter((one) => one.verdict.becomes === becomes && !isUncommitted(one));
  const secret = of("asked").filter(({ verdict }) => verdict.because === "secret");
  const asked = of("asked").flatMap((one) => (secret.includes(one) ? [] : [one.change.path]));
  const dropped = [...of("dropped").map(({ change }) => change.path), ...unreadable];
  const parts = [
    ...secret
      .slice(0, SHOWN)
      .map(({ change: { path } }) => `${visibleText(path)} holds ${newSecrets(path).map(visibleText).join(", ")}`),
    ...(secret.length > 0 ? [secretAnswer(secret.length, request)] : []),
    ...(asked.length > 0
      ? [`${listed(asked)} ${asked.length === 1 ? "is" : "are"} kept back, ${answer(request, intentId)}`]
      : []),
    ...(dropped.length > 0
      ? [`${listed(dropped)} never ${dropped.length === 1 ? "counts" : "count"}: no command may change such a file`]
      : []),
    ...failed.map(({ path, why }) => `${visibleText(path)} could not be put in its place (${visibleText(why)})`),
  ];
  const isLost = judged.some(({ verdict }) => verdict.because === "refs");
  if (isLost)
    parts.push(
      `it would take away or move ${listed(lostRefs)}, so nothing of git's is kept; send that git command by itself, and a person is asked`,
    );
  if (judged.some(isUncommitted))
    return [
      `Not committed: ${parts.length > 0 ? parts.join("; ") : "what git would record is not in the scope, or cannot be told"}.`,
    ];
  return parts.length > 0 ? [`Kept back: ${parts.join("; ")}.`] : [];
}

/** What git wrote to record something, in files that are no business of whoever reads the line. */
function isUncommitted({ change, verdict }: Judged): boolean {
  return change.path.startsWith(".git/") && (verdict.because === "commit" || verdict.because === "refs");
}

function answer(request: string | null, intentId: string | null): string {
  const why = `as the scope of ${intentId ?? "the intent"} does not cover it or a person has to look at it`;
  if (request === null) return `${why}, and nobody is asked here: it is gone`;
  return `${why} (request ${request.slice(0, 8)}: a person keeps or discards it; request_scope_expansion asks for the scope)`;
}

function secretAnswer(files: number, request: string | null): string {
  const what = files === 1 ? "it is" : `these ${files} files are`;
  const how =
    request === null
      ? "nobody is asked here: gone"
      : `request ${request.slice(0, 8)}: a person keeps or discards ${files === 1 ? "it" : "them"}`;
  return `${what} kept back (${how}; a program can read keys from its environment)`;
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, SHOWN).map(visibleText).join(", ");
  return paths.length > SHOWN ? `${shown} and ${paths.length - SHOWN} more` : shown;
}
