/** Compares what blame says of every line with what git says of the commit that brought it. */
import { execFileSync } from "node:child_process";
import { isGenerated, type LineCredit, whoOf } from "@intentgate/blame";
import type { Stage } from "./play.ts";
import { type BroughtLine, broughtLines, isLayoutOnly } from "./truth.ts";

export interface Judged {
  /** Lines with a letter or a digit: blank ones and lone braces are counted apart, and so are files that programs write. */
  lines: number;
  /** Whom git names, then whom we do; `open` is unknown or ambiguous. */
  agent: Named;
  person: Named;
  /** Of what differs, where `git blame -w -M -C` says what we say. */
  agreed: { stolen: number; missed: number };
  /** Of what is left, lines that say what stood there before but for spaces, quotes, commas and semicolons: git knows no layout. */
  layout: { stolen: number; missed: number };
  weak: { lines: number; stolen: number };
  generated: { lines: number; stolen: number };
  /** Lines of people that we give to an agent, and git does so in no way; then those of agents that we do not find. */
  stolen: string[];
  missed: string[];
}

interface Named {
  agent: number;
  person: number;
  open: number;
}

export const nothing = (): Judged => ({
  lines: 0,
  agent: { agent: 0, person: 0, open: 0 },
  person: { agent: 0, person: 0, open: 0 },
  agreed: { stolen: 0, missed: 0 },
  layout: { stolen: 0, missed: 0 },
  weak: { lines: 0, stolen: 0 },
  generated: { lines: 0, stolen: 0 },
  stolen: [],
  missed: [],
});

export function judge({ root, workspace }: Stage, into: Judged): void {
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", root, ...words], { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
  const blame = workspace.blame();
  const files = String(git("ls-files", "-z")).split("\0").filter(Boolean);
  const texts = files.filter((path) => isText(git("show", `HEAD:${path}`)));
  for (const path of texts) {
    const blamed = blame.file(path);
    if (!blamed.ok) throw new Error(`${path}: ${JSON.stringify(blamed.problems)}`);
    const { text, credits } = blamed.value;
    const truth = broughtLines(git("blame", "--line-porcelain", "--", path));
    const apart = isGenerated(path, text);
    let looser: BroughtLine[] | undefined;
    for (const [at, credit] of credits.entries()) {
      const line = text[at] ?? "";
      const [ours, brought] = [oursOf(credit), truth[at]];
      const theirs = brought?.author === "agent" ? "agent" : "person";
      const isStolen = ours === "agent" && theirs === "person";
      if (apart || !/[\p{L}\p{N}]/u.test(line)) {
        const group = apart ? into.generated : into.weak;
        group.lines += 1;
        if (isStolen) group.stolen += 1;
        continue;
      }
      into.lines += 1;
      into[theirs][ours] += 1;
      if (ours === theirs || ours === "open") continue;
      looser ??= broughtLines(git("blame", "-w", "-M", "-C", "-C", "--line-porcelain", "--", path));
      const kind = isStolen ? "stolen" : "missed";
      if (looser[at]?.author === ours) into.agreed[kind] += 1;
      else if (brought && isLayoutOnly(git, brought, line)) into.layout[kind] += 1;
      else into[kind].push(`${path}:${at + 1} ${JSON.stringify(credit).slice(0, 200)} ${line.slice(0, 80)}`);
    }
  }
}

function oursOf(credit: LineCredit): keyof Named {
  const who = whoOf(credit);
  return who === "AI" ? "agent" : who === "HUMAN" || who === "BEFORE" ? "person" : "open";
}

const isText = (bytes: Buffer) => !bytes.includes(0);
