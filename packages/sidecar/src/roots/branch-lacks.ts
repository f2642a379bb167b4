/** Whether what is checked out has no such file: then nobody deleted it, the branch is from before it or another one. */
import { relative, sep } from "node:path";
import { findRepository, headRevision, runGit } from "@intentgate/world";

const MOST_BYTES = 100_000;

/** Asked of git once for each commit. Where git cannot tell, a file that is missing was deleted. */
export function branchLacks(root: string, file: string): () => boolean {
  let last: { revision: string; lacks: boolean } | undefined;
  return () => {
    const repository = findRepository(root);
    const revision = headRevision(repository);
    if (repository === null || revision === "unknown") return false;
    if (last?.revision !== revision) {
      const path = relative(repository.top, file).split(sep).join("/");
      const input = `${revision}\n${revision}:${path}\n`;
      const answer = runGit(repository, { words: ["cat-file", "--batch-check"], input, mostBytes: MOST_BYTES });
      const [commit = "", entry = ""] = answer.ok ? answer.output.toString("utf8").split("\n") : [];
      last = { revision, lacks: commit.startsWith(`${revision} commit `) && entry === `${revision}:${path} missing` };
    }
    return last.lacks;
  };
}
