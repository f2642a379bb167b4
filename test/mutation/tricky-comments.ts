/** Comments that some program reads, and the places where it reads them. */
import type { TrickyPair } from "./hand-rows.ts";

const js = "src/a.js";
const ts = "src/a.ts";
const py = "src/a.py";
const go = "src/a.go";
/** Written apart: this file is itself read by those it speaks of. */
const unchecked = `// @ts-${"nocheck"}\n`;

export const trickyComments: readonly TrickyPair[] = [
  [
    "Python: an encoding pushed to the third line",
    py,
    "# coding: latin-1\nx = 'a'\n",
    "\n\n# coding: latin-1\nx = 'a'\n",
  ],
  ["Python: the first line pushed down", py, "#!/usr/bin/env python3\nf()\n", "\n#!/usr/bin/env python3\nf()\n"],
  [
    "Python: the first line below a comment",
    py,
    "#!/usr/bin/env python3\nf()\n",
    "# runs everything\n#!/usr/bin/env python3\nf()\n",
  ],
  ["the first line pushed down", js, "#!/usr/bin/env node\nf();\n", "\n#!/usr/bin/env node\nf();\n"],
  [
    "a function above what switches the checker off",
    ts,
    `${unchecked}f(1);\nexport function f(a: number) { return a }\n`,
    `export function f(a: number) { return a }\n${unchecked}f(1);\n`,
  ],
  [
    "a function above @flow",
    js,
    "// @flow\nf(1);\nexport function f(a) { return a }\n",
    "export function f(a) { return a }\n// @flow\nf(1);\n",
  ],
  [
    "a function above @jsx",
    "src/a.jsx",
    "/* @jsx h */\nf(1);\nexport function f(a) { return a }\n",
    "export function f(a) { return a }\n/* @jsx h */\nf(1);\n",
  ],
  [
    "an import of types above what switches the checker off",
    ts,
    `${unchecked}import { b } from "b";\nimport type { A } from "a";\nb();\n`,
    `import type { A } from "a";\n${unchecked}import { b } from "b";\nb();\n`,
  ],
  [
    "Go: a blank line after what C compiles",
    go,
    'package p\n\n// int f(void) { return 1; }\nimport "C"\n',
    'package p\n\n// int f(void) { return 1; }\n\nimport "C"\n',
  ],
  [
    "an expected error that changes its import",
    ts,
    'import {\n  // @ts-expect-error\n  a,\n  b,\n} from "m";\na(b);\n',
    'import {\n  // @ts-expect-error\n  b,\n  a,\n} from "m";\na(b);\n',
  ],
  [
    "an expected error that changes its statement",
    ts,
    "// @ts-expect-error\nconst N = 1;\nfoo(N);\nexport {};\n",
    "// @ts-expect-error\nfoo(1);\nexport {};\n",
  ],
  ["a file pulled in by a comment", js, "//= require jquery\ngo();\n", "go();\n"],
  [
    "the head of a user script",
    js,
    "// ==UserScript==\n// @name x\n// @grant none\n// ==/UserScript==\ngo();\n",
    "// @name x\n// @grant none\ngo();\n",
  ],
  [
    "a line in the head of a user script",
    js,
    "// ==UserScript==\n// @description a\n// ==/UserScript==\ngo();\n",
    "// ==UserScript==\n// ==/UserScript==\ngo();\n",
  ],
  [
    "Python: an export for a compiler",
    py,
    "# pythran export f(int)\ndef f(a):\n    return a\n",
    "def f(a):\n    return a\n",
  ],
  ["Python: the end of a cell", py, "# +\nx = f()\n# -\ny = g()\n", "# +\nx = f()\ny = g()\n"],
  [
    "Go: a parameter of an API",
    go,
    'package p\n\n// F godoc\n// @param id path int true "x"\nfunc F() {}\n',
    "package p\n\n// F godoc\nfunc F() {}\n",
  ],
  [
    "Go: what a checker should say",
    go,
    'package p\n\nfunc F() {\n\tg() // want "x"\n}\n',
    "package p\n\nfunc F() {\n\tg()\n}\n",
  ],
  [
    "code taken out for production",
    js,
    "export function f() {\n  //removeIf(production)\n  g();\n  //endRemoveIf(production)\n}\n",
    "export function f() {\n  g();\n}\n",
  ],
  [
    "a level of YAML in a comment",
    js,
    "/* @openapi\n  /a:\n    get: {}\n*/\nexport const f = 1;\n",
    "/* @openapi\n  /a:\n  get: {}\n*/\nexport const f = 1;\n",
  ],
  ["Python: spaces that are printed", py, 'def f(x):\n    return f"{x=}"\n', 'def f(x):\n    return f"{x = }"\n'],
  [
    "Python: a space in a format",
    py,
    'def f(x, w):\n    return f"{x:{w}}"\n',
    'def f(x, w):\n    return f"{x: {w}}"\n',
  ],
  [
    "Python: a space between two formats",
    py,
    'def f(x, w, p):\n    return f"{x:{w}{p}}"\n',
    'def f(x, w, p):\n    return f"{x:{w} {p}}"\n',
  ],
];
