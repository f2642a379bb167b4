import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { filesNaming } from "./files-naming.ts";
import { findRepository, type Repository } from "./git-facts.ts";

function repositoryWith(files: Record<string, string>): Repository {
  const top = tempFolder("naming");
  execFileSync("git", ["init", "-q"], { cwd: top });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  execFileSync("git", ["add", "."], { cwd: top });
  return findRepository(top) as Repository;
}

const files = {
  "src/token.ts": 'export const token = "src/token.ts";\n',
  "src/a.ts": 'import { token } from "./token";\n',
  "src/b.ts": "import { token } from './token.ts';\n",
  "docs/guide.md": "See src/token.ts for it.\n",
  "src/tokens.ts": 'import x from "./tokenizer";\nconst token = 1;\n',
  "src/index.ts": "export {};\n",
  "src/c.ts": 'import "./index";\n',
  "src/ab.ts": 'import "./xy";\n',
  "src/xy.ts": "export {};\n",
};

it.each<[string, string, ReturnType<typeof filesNaming>]>([
  ["files that import it or tell its path, not itself", "src/token.ts", { files: 3, isLeast: false }],
  ["none where nothing names it", "docs/guide.md", { files: 0, isLeast: false }],
  ["a file that is not there any more", "src/tokenizer.ts", { files: 1, isLeast: false }],
  ["nothing of a name that stands everywhere", "src/index.ts", null],
  ["nothing of a name that is too short to mean anything", "src/xy.ts", null],
  ["nothing of a name with a line end", "src/to\nken.ts", null],
  ["nothing that an option could be", "--open-files-in-pager=touch.ts", { files: 0, isLeast: false }],
])("counts %s", (_name, path, wanted) => expect(filesNaming(repositoryWith(files), path)).toEqual(wanted));

it("ends where there are many", () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`src/n${at}.ts`, 'import "./token";\n']));
  expect(filesNaming(repositoryWith(many), "src/token.ts")).toEqual({ files: 50, isLeast: true });
});
