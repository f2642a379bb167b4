/** Compares what blame says of every line with what the model knows. */
import { whoOf } from "@intentgate/workspace";
import { tokenOf, type World } from "./world.ts";

export interface Judgement {
  lines: number;
  right: number;
  /** Lines of people that blame gives to an agent. */
  stolen: string[];
  wrong: string[];
}

export function judge(world: World): Judgement {
  const blame = world.workspace.blame();
  const found: Judgement = { lines: 0, right: 0, stolen: [], wrong: [] };
  for (const path of world.files()) {
    const blamed = blame.file(path);
    if (!blamed.ok) throw new Error(JSON.stringify(blamed.problems));
    for (const [at, credit] of blamed.value.credits.entries()) {
      const line = blamed.value.text[at] ?? "";
      const token = tokenOf(line);
      if (token === null) continue;
      const author = world.authors.get(token);
      if (author === undefined) throw new Error(`nobody wrote ${line}`);
      found.lines++;
      const who = whoOf(credit);
      const call = credit.credit === "record" ? blame.record(credit.number).decision?.id : undefined;
      const isRight = author === "person" ? who === "HUMAN" || who === "BEFORE" : who === "AI" && call === author.call;
      if (isRight) found.right++;
      else
        found.wrong.push(
          `${path}:${at + 1} ${line}: ${author === "person" ? "a person" : author.call}, not ${JSON.stringify(credit)}`,
        );
      if (author === "person" && who === "AI")
        found.stolen.push(`${path}:${at + 1} ${line}: ${JSON.stringify(credit)}`);
    }
  }
  return found;
}
