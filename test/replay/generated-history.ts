/** A repository with a history as people make them: functions that say the same here and there, edits, moves and renames. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRandom } from "../attribution/random.ts";

type Functions = string[][];

const top = ['import { readFileSync } from "node:fs";', 'import { join } from "node:path";', ""];
const nouns = ["order", "parcel", "invoice", "buyer", "basket", "refund", "coupon", "shelf", "courier", "receipt"];
const verbs = ["load", "send", "check", "count", "merge", "print", "store", "close", "split", "match"];

export function generateHistory(folder: string, { seed, commits }: { seed: number; commits: number }): void {
  const random = createRandom(seed);
  const files = new Map<string, Functions>();
  let number = 0;

  function freshFunction(): string[] {
    number++;
    const [verb, noun, other] = [random.pick(verbs), random.pick(nouns), random.pick(nouns)];
    const name = `${verb}${noun[0]?.toUpperCase()}${noun.slice(1)}${number}`;
    return [
      `export function ${name}(${noun}, options) {`,
      "  if (!options) {",
      "    return null;",
      "  }",
      `  const ${other}s = ${random.pick(verbs)}All(${noun}.${other}s, options.${random.pick(nouns)});`,
      "  let count = 0;",
      `  for (const ${other} of ${other}s) {`,
      random.chance(0.5) ? "    count += 1;" : `    ${random.pick(verbs)}(${other}, ${number});`,
      "  }",
      "  return count;",
      "}",
      "",
    ];
  }

  const pathAt = () => random.pick([...files.keys()]);
  const newPath = () => `src/${random.pick(nouns)}/${random.pick(verbs)}-${++number}.js`;
  const steps: (() => void)[] = [
    () => void files.set(newPath(), Array.from({ length: 2 + random.below(4) }, freshFunction)),
    () => {
      const functions = files.get(pathAt()) as Functions;
      functions.splice(random.below(functions.length + 1), 0, freshFunction());
    },
    () => {
      const functions = files.get(pathAt()) as Functions;
      if (functions.length > 1) functions.splice(random.below(functions.length), 1);
    },
    () => {
      const functions = files.get(pathAt()) as Functions;
      const one = random.pick(functions);
      const at = 1 + random.below(one.length - 3);
      one.splice(at, random.below(2), `  ${random.pick(verbs)}(${random.pick(nouns)}, ${++number});`);
    },
    () => {
      const functions = files.get(pathAt()) as Functions;
      functions.push(...functions.splice(random.below(functions.length), 1));
    },
    () => {
      const path = pathAt();
      const functions = files.get(path) as Functions;
      files.delete(path);
      files.set(newPath(), functions);
    },
    () => {
      const lines = Array.from({ length: 6 }, () => [`${random.pick(nouns)}@${random.below(9)}:`, "  dev: true", ""]);
      files.set("yarn.lock", lines);
    },
  ];
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.invalid", ...words], { cwd: folder });
  git("init", "-q", "-b", "main");
  for (let at = 0; at < 3; at++) steps[0]?.();
  for (let commit = 0; commit < commits; commit++) {
    if (commit > 0) for (let step = 0; step <= random.below(2); step++) random.pick(steps)();
    rmSync(join(folder, "src"), { recursive: true, force: true });
    for (const [path, functions] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      const head = path.endsWith(".js") ? top : [];
      writeFileSync(join(folder, path), `${[...head, ...functions.flat()].join("\n")}\n`);
    }
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", "work");
  }
}
