/** Counts the source and holds it against the house rules. */
import { isCrumb } from "./crumbs.mjs";
import { folderCycles, importCycles, readSources } from "./source-graph.mjs";

/**
 * What the house was to take once it had been put in order, and what each step since then has really added, as counted
 * in its history. Whoever needs more than the room that is left adds a line here that says what for.
 */
const ALLOWED_LINES = {
  "the house": 96_000,
  "what the house took beyond that when it had been put in order": 390,
  // The steps that followed came in one commit; what stands in folders of its own is told apart by folder.
  "packages/box": 5_152,
  "what contains, holds back, undoes and lays the floor: contained, kept-back, undo and floor of the gate": 3_117,
  "their verbs: box, undo and floor of the program": 503,
  "what each host can do and where it is silenced: packages/hosts": 2_543,
  "doors that were closed and questions made once: policy and shell": 2_492,
  "the same in all other rooms": 5_405,
  "holes that readers found: rules of hosts on a line, runs that nobody ended, layers that bubblewrap lays, what reaches files by other names": 1_500,
  "what makes a day quieter, begun: verdicts in classify, tests of a policy, git lists, ids, the circuit breaker": 600,
  "a quieter day, gone on: an intent begun by a yes, keys that are written down, older branches, dialogs that a host would show": 1_300,
  "folders held in undo, places of a held command, closed folders, changes placed as git places them": 600,
  "the sandbox of an agent, what a command left in git, refusals in a host's words, a tab that finds its page": 2_501,
  "deletions that an undo gives back, and what git would do to the tree": 950,
  "what stands behind a branch: its text and its check": 650,
  "copies where no layers can be laid": 750,
  "holes in what git is foreseen to do, links that undo gives back, keys in what commands write or read": 750,
  "moves that are believed on enough, ranges of exports, calls that a host stopped waiting for": 500,
};
/** For small things, so that not each of them is a line above. */
const ROOM = 500;
const MOST_LINES = Object.values(ALLOWED_LINES).reduce((sum, lines) => sum + lines, ROOM);
const MOST_LINES_OF_A_FILE = 400;
const FEW_LINES = 20;
const MEDIAN = { least: 70, most: 110 };

/** `rows`: what was counted, whether it is right and what would be. `findings`: where it is not. */
export function judgeSources(folder) {
  const sources = readSources(folder);
  const lengths = sources.map(({ lines }) => lines).sort((a, b) => a - b);
  const total = lengths.reduce((sum, lines) => sum + lines, 0);
  const median = lengths[Math.floor(lengths.length / 2)];
  const long = sources.filter(({ lines }) => lines > MOST_LINES_OF_A_FILE);
  const short = sources.filter(({ lines }) => lines < FEW_LINES);
  const crumbs = crumbsAmong(short, sources);
  const circles = importCycles(sources);
  const folders = folderCycles(sources);
  const none = (name, { length }) => ({ name, count: length, ok: length === 0, wanted: "none" });
  const rows = [
    { name: "files", count: sources.length, ok: true },
    { name: "lines", count: total, ok: total <= MOST_LINES, wanted: `at most ${MOST_LINES}` },
    {
      name: "median",
      count: median,
      ok: median >= MEDIAN.least && median <= MEDIAN.most,
      wanted: `${MEDIAN.least} to ${MEDIAN.most}`,
    },
    { name: `files under ${FEW_LINES} lines`, count: short.length, ok: true },
    none("  with one importer and no list, type or entry", crumbs),
    none(`files over ${MOST_LINES_OF_A_FILE} lines`, long),
    none("import cycles, types included", circles),
    none("folder cycles", folders),
  ];
  const findings = [
    { title: `under ${FEW_LINES} lines with one importer`, lines: crumbs.map(({ path }) => path) },
    { title: "too long", lines: long.map(({ path, lines }) => `${path} (${lines})`) },
    { title: "import each other", lines: circles.map((group) => group.join("\n    ")) },
    { title: "folders that import each other", lines: folders.map((group) => group.join("\n    ")) },
  ];
  return { rows, findings: findings.filter(({ lines }) => lines.length > 0) };
}

function crumbsAmong(short, sources) {
  const importers = new Map();
  for (const source of sources)
    for (const path of source.imports) importers.set(path, [...(importers.get(path) ?? []), source]);
  return short.filter((source) => {
    const [only, another] = importers.get(source.path) ?? [];
    return only !== undefined && another === undefined && isCrumb(source, only);
  });
}
