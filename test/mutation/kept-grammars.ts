/** Layout and comments in languages without rules of their own, single renames, and what Python's formatter does. */
import type { TrickyPair } from "./hand-rows.ts";

export const keptGrammars: readonly TrickyPair[] = [
  ["bash: more space", "a.sh", "echo a\n", "echo  a\n"],
  [
    "bash: indentation and comments",
    "src/a.sh",
    'if true; then\necho "a"\nfi\n',
    '# Says a.\nif true; then\n  echo "a" # here\n\nfi\n',
  ],
  [
    "Ruby: indentation and comments",
    "src/a.rb",
    "def f(a)\nif a\nfoo a, 1\nend\nend\n",
    "# Does it.\ndef f(a)\n  if a\n    foo a,  1 # now\n  end\nend\n",
  ],
  [
    "PHP: lines",
    "src/a.php",
    "<?php\nfunction f($a) { return g($a, 1); }\n",
    "<?php\n\n// Gives it.\nfunction f($a)\n{\n    return g(\n        $a,\n        1\n    );\n}\n",
  ],
  [
    "C: lines and indentation",
    "src/a.c",
    "#include <a.h>\nint f(int a) { if (a) return 1; return 2; }\n",
    "#include <a.h>\n\n// Says which.\nint f(int a)\n{\n    if (a)\n        return 1;\n    return 2;\n}\n",
  ],
  [
    "C++: a class",
    "src/a.cpp",
    "class A { public: int f() { return 1; } };\n",
    "class A {\npublic:\n  int f() { return 1; } // always\n};\n",
  ],
  [
    "C#: a class",
    "src/a.cs",
    "class A { int F(int a) { return a+1; } }\n",
    "class A\n{\n    // One more.\n    int F(int a)\n    {\n        return a + 1;\n    }\n}\n",
  ],
  [
    "Rust: lines and last commas",
    "src/a.rs",
    "fn f(a: u8, b: u8) -> u8 { g(a, b) }\n",
    "// Asks g.\nfn f(\n    a: u8,\n    b: u8,\n) -> u8 {\n    g(a, b)\n}\n",
  ],
  [
    "Java: a file of the formatter",
    "src/A.java",
    "class A { int f(int n){ return n+1; } }\n",
    "class A {\n  int f(int n) {\n    return n + 1;\n  }\n}\n",
  ],
  [
    "Python: a file with formats",
    "src/a.py",
    'def f(x, w):\n  return f"{x:>{w}.2f}" + g(x,1)\n',
    'def f(x, w):\n    return f"{x:>{w}.2f}" + g(x, 1)\n',
  ],
  [
    "Python: quotes of a format",
    "src/a.py",
    "def f(x):\n    return f'{x:>10} of'\n",
    'def f(x):\n    return f"{x:>10} of"\n',
  ],
  [
    "Python: a local in a format",
    "src/a.py",
    'def f(a):\n    x = a\n    return f"{x:>10}"\n',
    'def f(a):\n    value = a\n    return f"{value:>10}"\n',
  ],
  [
    "Python: brackets that hold lines together",
    "src/a.py",
    "def f(a, b):\n    x = a + b\n    return x\n",
    "def f(a, b):\n    x = (\n        a\n        + b\n    )\n    return (x)\n",
  ],
  ["Python: brackets of an import", "src/a.py", "from a import b, c\n", "from a import (\n    b,\n    c,\n)\n"],
  [
    "Python: one name of two",
    "src/a.py",
    "def f(p):\n    a, b = p\n    return a - b\n",
    "def f(p):\n    first, b = p\n    return first - b\n",
  ],
  [
    "Python: a keyword that stays",
    "src/a.py",
    "def f():\n    x = g()\n    return h(x=x, y=a.x)\n",
    "def f():\n    found = g()\n    return h(x=found, y=a.x)\n",
  ],
  [
    "Go: one local",
    "src/a.go",
    "package p\n\nfunc F(a int) int {\n\tx := a\n\tx++\n\treturn x\n}\n",
    "package p\n\nfunc F(a int) int {\n\tcount := a\n\tcount++\n\treturn count\n}\n",
  ],
  [
    "Go: one parameter, in a literal too",
    "src/a.go",
    "package p\n\nfunc F(v int) T {\n\treturn T{a: v, b: []int{v}}\n}\n",
    "package p\n\nfunc F(value int) T {\n\treturn T{a: value, b: []int{value}}\n}\n",
  ],
  [
    "Java: one variable of a loop",
    "src/A.java",
    "class A { int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; } }\n",
    "class A { int f(int n) { int s = 0; for (int at = 0; at < n; at++) { s += at; } return s; } }\n",
  ],
  [
    "a local of a function",
    "src/a.js",
    "export function f(a) { const d = a.data; for (const x of d) g(x, d); return d }",
    "export function f(a) { const data = a.data; for (const x of data) g(x, data); return data }",
  ],
  [
    "a name that other functions use too",
    "src/a.ts",
    "export const f = (e: A) => e.b;\nexport const g = (error: A, e: A) => [error, e]",
    "export const f = (error: A) => error.b;\nexport const g = (error: A, e: A) => [error, e]",
  ],
  [
    "a caught error",
    "src/a.ts",
    "export function f() { try { g() } catch (e) { throw new E('a', { cause: e }) } }",
    "export function f() { try { g() } catch (error) { throw new E('a', { cause: error }) } }",
  ],
  ["keys without quotes", "src/a.js", "export const a = { 'b': 1, 'c-d': 2 }", 'export const a = { b: 1, "c-d": 2 }'],
  ["digits in small letters", "src/a.js", "export const a = 0XFF", "export const a = 0xff"],
];
