/** What a person should know before they answer: dangers first, what is lost next, what is in order last. */
import { maskedText } from "@intentgate/documents";
import { changedPaths } from "@intentgate/engine";
import { type AskedCall, isHeldIn, type KnownFile, type PathPlace, type Restores } from "./asked-call.ts";
import { dangersOf, reachedBy } from "./dangers.ts";
import { counted } from "./doing.ts";
import { type Fact, ok, warning } from "./question.ts";
import { listIn, textIn } from "./request-details.ts";
import { isLost } from "./severity.ts";

const LONGEST = 300;

const restoreWords: Readonly<Record<Exclude<Restores, "nothing">, string>> = {
  git: "in git, can be restored",
  kept: "kept, can be undone",
  secret: "a secret file that is not in git, and is never kept",
  large: "not in git, too large to keep",
  folder: "holds files that are neither in git nor kept",
  unreadable: "cannot be read, so it cannot be kept",
};

export function factsOf(call: AskedCall): Fact[] {
  const { effects, files, moreFiles } = call;
  const restores = restoreFacts(files, moreFiles);
  return [
    ...dangersOf(call).map(({ text }) => warning(maskedText(text, LONGEST))),
    ...reachedBy(effects).map((host) => warning(`reaches ${maskedText(host, LONGEST)}`)),
    ...restores.filter(({ kind }) => kind === "warning"),
    ...files.flatMap((file) => usedFact(file, files.length)),
    ...heldFacts(call),
    ...placeFacts(call),
    ...restores.filter(({ kind }) => kind === "ok"),
  ];
}

/** Files of which the same is known, together; a single one needs no name. `more`: of which nothing is known. */
export function restoreFacts(files: readonly KnownFile[], more: number): Fact[] {
  const groups = new Map<Exclude<Restores, "nothing">, string[]>();
  for (const { path, restores } of files)
    if (restores !== "nothing") groups.set(restores, [...(groups.get(restores) ?? []), path]);
  const facts = [...groups].map(([restores, paths]) => {
    const text = files.length + more === 1 ? restoreWords[restores] : `${named(paths)}: ${restoreWords[restores]}`;
    return isLost(restores) ? warning(text) : ok(text);
  });
  const isOne = more === 1;
  const unlooked = warning(
    `${more} ${isOne ? "file was" : "files were"} not looked at: ${isOne ? "it" : "they"} may be lost`,
  );
  return more > 0 ? [unlooked, ...facts] : facts;
}

function named(paths: readonly string[]): string {
  return counted(paths.map((path) => maskedText(path, LONGEST)));
}

function usedFact({ path, usedBy }: KnownFile, count: number): Fact[] {
  if (usedBy === null || usedBy.files === 0) return [];
  const files = usedBy.files === 1 ? "1 file" : `${usedBy.files} files`;
  const text = `used by ${usedBy.isLeast ? "at least " : ""}${files}`;
  return [warning(count === 1 ? text : `${maskedText(path, LONGEST)}: ${text}`)];
}

/** Only of what nobody can read: of anything else it is known what it does. */
function heldFacts(call: AskedCall): Fact[] {
  const { details, effects } = call;
  if (effects.risk !== "UNKNOWN") return [];
  if (details.command === null) return [warning("nobody can tell what it changes")];
  if (isHeldIn(call)) return [ok("runs in a box: nothing outside the scope counts by itself")];
  return [warning("not contained: it can change whatever you can")];
}

function placeFacts({ effects, place, display, requests }: AskedCall): Fact[] {
  const changed = [...new Set(changedPaths(effects).map(({ absolute }) => absolute))];
  const at = (wanted: PathPlace) => changed.filter((absolute) => place(absolute) === wanted);
  const [inside, strays] = [at("in scope"), at("out of scope")];
  if (strays.length > 0)
    return [
      warning(
        strays.length === changed.length ? "outside the scope" : `${named(strays.map(display))}: outside the scope`,
      ),
    ];
  if (inside.length > 0 && inside.length === changed.length) {
    const isNew = requests.some(({ topic }) => topic === "start_intent");
    return [ok(isNew ? "inside the scope that it would have" : "inside the scope")];
  }
  return at("scratch").length === changed.length && changed.length > 0 ? [ok("in a scratch folder")] : [];
}

/** Of the step itself, whatever the call does. */
export function stepFacts({ requests }: Pick<AskedCall, "requests">): Fact[] {
  return requests.flatMap((request) => {
    const { topic, details } = request;
    if (topic === "network")
      return listIn(request, "hosts").map((host) => warning(`reaches ${maskedText(host, LONGEST)}`));
    const secrets = listIn(request, "secrets").map((one) => warning(`writes down what looks like ${one}`));
    if (secrets.length > 0) return secrets;
    const declares = textIn(request, "declares");
    if (declares !== null) return [ok(`declared, it would be "${maskedText(declares, LONGEST)}"`)];
    if (topic !== "completion") return [];
    const count = (given: unknown) => (Array.isArray(given) ? given.length : 0);
    const [criteria, checks] = [count(details.criteria), count(details.checks)];
    return [
      ...(criteria > 0
        ? [warning(`${criteria} ${criteria === 1 ? "criterion" : "criteria"} to confirm yourself`)]
        : []),
      ...(checks > 0 ? [ok(`${checks} ${checks === 1 ? "check" : "checks"} will run first`)] : []),
    ];
  });
}
