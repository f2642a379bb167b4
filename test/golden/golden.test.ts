import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { lineDiff } from "./line-diff.ts";
import { applyDifferences, differencesOf, readDifferences } from "./named-differences.ts";
import { playStory } from "./play-story.ts";
import { stories } from "./story-list.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = here("./expected");
const isKeeping = process.env.INTENTGATE_GOLDEN === "keep";
const PATIENCE_MS = 1_800_000;
const SHOWN_LINES = 150;

function keptFolders(): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function keptTexts(): Map<string, string> {
  const texts = new Map<string, string>();
  for (const story of keptFolders())
    for (const file of readdirSync(join(folder, story)).sort())
      texts.set(`${story}/${file}`, readFileSync(join(folder, story, file), "utf8"));
  return texts;
}

const named = readDifferences(readFileSync(here("./differences.md"), "utf8"));
const { texts: wanted, problems } = applyDifferences(keptTexts(), named);

/** Two at a time: the stories are quick, their processes are many. */
const places = [Promise.resolve(), Promise.resolve()];
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const place = places.shift() ?? Promise.resolve();
  const done = place.then(work);
  places.push(
    done.then(
      () => undefined,
      () => undefined,
    ),
  );
  return done;
}

/** The block to paste, and what the differences that are named already have to do with it. */
function complaint(story: string, played: Record<string, string>): string {
  const names = new Set([...wanted.keys()].filter((file) => file.startsWith(`${story}/`)));
  for (const file of Object.keys(played)) names.add(`${story}/${file}`);
  const differing = [...names].sort().flatMap((file) => {
    const text = played[file.slice(story.length + 1)] ?? "";
    const diff = lineDiff(file, wanted.get(file) ?? "", text);
    return diff === "" ? [] : [{ file, diff, text }];
  });
  if (differing.length === 0) return "";
  const original = keptTexts();
  const notes = differing.flatMap(({ file, text }) => {
    const known = differencesOf(named, file);
    if (known.length === 0) return [];
    const isGone = (original.get(file) ?? "") === text;
    return [`${file}: ${isGone ? "no longer occurs" : "see also"}: ${known.join("; ")}`];
  });
  const block = ["```diff", ...differing.map(({ diff }) => diff), "```"].join("\n").split("\n");
  const whole = here(`../../node_modules/.cache/intentgate/golden/${story}.md`);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, `## \n\n${block.join("\n")}\n`);
  const shown = block.slice(0, SHOWN_LINES);
  const rest =
    block.length > shown.length ? [`… ${block.length - shown.length} lines more; all of them: ${whole}`] : [];
  return [
    `unnamed difference in ${story}; name it in test/golden/differences.md or mend it`,
    ...notes,
    ...shown,
    ...rest,
  ].join("\n");
}

describe("the golden run", () => {
  it("names every story once", () => {
    const names = stories.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it("finds the lines that the named differences change", () => {
    expect(problems).toEqual([]);
  });

  it.concurrent.each(stories.map((story) => [story.name, story] as const))(
    "%s is played as it was, but for what is named",
    async (name, story) => {
      const played = await inTurn(() => playStory(story));
      if (isKeeping && !keptFolders().includes(name)) {
        mkdirSync(join(folder, name), { recursive: true });
        for (const [file, text] of Object.entries(played)) writeFileSync(join(folder, name, file), text);
        return;
      }
      expect(existsSync(join(folder, name)), `${name} is not kept yet: INTENTGATE_GOLDEN=keep`).toBe(true);
      const difference = complaint(name, played);
      if (difference !== "") throw new Error(difference);
    },
    PATIENCE_MS,
  );

  it("keeps nothing of stories that are no more", () => {
    expect(keptFolders().filter((kept) => !stories.some(({ name }) => name === kept))).toEqual([]);
  });
});
