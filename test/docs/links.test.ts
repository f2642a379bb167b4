import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, textOf } from "../project-files.ts";
import { documents, withoutFences } from "./markdown.ts";

const link = /\[[^\]]*\]\(([^)\s]+)\)/g;

/** As GitHub makes them: lower case, without punctuation, blanks as hyphens. */
function anchors(text: string): Set<string> {
  const headings = [...withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)].map((found) => found[1] ?? "");
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replace(/\s/g, "-"),
    ),
  );
}

/** Null where a link leads somewhere. */
function brokenBy(page: string, target: string): string | null {
  if (/^[a-z]+:/.test(target)) return null; // the world outside is not ours to check
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(root, file))) return `${page}: ${target} leads nowhere`;
  if (anchor === undefined || statSync(join(root, file)).isDirectory()) return null;
  return anchors(textOf(file)).has(anchor) ? null : `${page}: ${target} has no such heading`;
}

describe("links in documents", () => {
  it.each(documents)("of %s lead somewhere", (page) => {
    const targets = [...withoutFences(textOf(page)).matchAll(link)].map((found) => found[1] ?? "");
    expect(targets.flatMap((target) => brokenBy(page, target) ?? [])).toEqual([]);
  });

  it("are found broken when they are", () => {
    expect(brokenBy("README.md", "docs/nowhere.md")).toContain("leads nowhere");
    expect(brokenBy("README.md", "docs/README.md#nowhere")).toContain("no such heading");
    expect(brokenBy("README.md", "docs/README.md#guides")).toBeNull();
  });

  it("in the index reach every guide and every page of the reference", () => {
    const index = textOf("docs/README.md");
    const pages = documents.filter((path) => /^docs\/(guides|reference)\//.test(path));
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((path) => !index.includes(`(${path.slice("docs/".length)})`))).toEqual([]);
  });
});
