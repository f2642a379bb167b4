import { describe, expect, it } from "vitest";
import { languageOf } from "./language.ts";

describe("the language of a file", () => {
  it.each([
    ["src/a.ts", "", "typescript"],
    ["src/a.d.mts", "", "typescript"],
    ["src/A.TSX", "", "tsx"],
    ["a.cjs", "", "javascript"],
    ["b.jsx", "", "javascript"],
    ["setup.py", "#!/bin/sh\n", "python"],
    ["x.h", "", "cpp"],
    ["x.cs", "", "c-sharp"],
    ["bin/run", "#!/bin/bash -e\n", "bash"],
    ["bin/run", "#!/usr/bin/env python3\n", "python"],
    ["bin/run", "#!/usr/bin/env -S node --no-warnings\n", "javascript"],
    ["bin/run", "#! /usr/bin/env FOO=1 ruby\r\n", "ruby"],
    ["run", "#!/usr/local/bin/python3.12\n", "python"],
  ])("of %s that starts with %j is %s", (path, source, language) => {
    expect(languageOf(path, source)).toBe(language);
  });

  it.each([
    ["a.json", ""],
    ["a.md", "#!/bin/bash\n"],
    ["a.vue", ""],
    ["Makefile", "all:\n"],
    [".ts", ""],
    ["run", "#!/usr/bin/env awk -f\n"],
    ["run", "#!/bin/bashful\n"],
    ["run", "# !/bin/bash\n"],
    ["run", "#!"],
    ["run", `#!${" ".repeat(10_000)}`],
    ["src.ts/run", ""],
  ])("of %s that starts with %j is not known", (path, source) => {
    expect(languageOf(path, source)).toBeNull();
  });
});
