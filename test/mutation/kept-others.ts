/** Refactorings in Python, Go and Java. */
import type { TrickyPair } from "./hand-rows.ts";

const py = "src/a.py";
const go = "src/a.go";
const java = "src/A.java";
const goFile = (body: string): string => `package p\n\n${body}\n`;
const method = (body: string, rest = ""): string => `class A {\n  ${rest}\n  int f(int n) {\n    ${body}\n  }\n}\n`;

export const keptOthers: readonly TrickyPair[] = [
  [
    "Python: indentation",
    py,
    "def f(a):\n  if a:\n    return 1\n  return 2\n",
    "def f(a):\n    if a:\n        return 1\n    return 2\n",
  ],
  [
    "Python: lines within brackets",
    py,
    "def f(a, b):\n    return g(a, b, [1, 2])\n",
    "def f(\n    a,\n    b,\n):\n    return g(\n        a,\n        b,\n        [1, 2],\n    )\n",
  ],
  [
    "Python: comments and blank lines",
    py,
    "import a\ndef f():\n    x = 1\n    return x\n",
    "import a\n\n\n# Gives one.\ndef f():\n    # Only that.\n\n    x = 1  # here\n    return x\n",
  ],
  ["Python: quotes", py, "def f():\n    return 'a'\n", 'def f():\n    return "a"\n'],
  [
    "Python: a local",
    py,
    "def f(a):\n    x = a + 1\n    return x * x\n",
    "def f(a):\n    more = a + 1\n    return more * more\n",
  ],
  [
    "Python: a variable of a loop",
    py,
    "def f(xs):\n    n = 0\n    for x in xs:\n        n += x\n    return n\n",
    "def f(xs):\n    total = 0\n    for item in xs:\n        total += item\n    return total\n",
  ],
  [
    "Python: a comprehension",
    py,
    "def f(xs):\n    return [x for x in xs if x]\n",
    "def f(xs):\n    return [item for item in xs if item]\n",
  ],
  [
    "Python: a local in a string's braces",
    py,
    'def f(a):\n    x = a\n    return f"{x}!"\n',
    'def f(a):\n    value = a\n    return f"{value}!"\n',
  ],
  [
    "Python: a file and an error",
    py,
    "def f(p):\n    try:\n        with open(p) as h:\n            return h.read()\n    except OSError as e:\n        raise X from e\n",
    "def f(p):\n    try:\n        with open(p) as handle:\n            return handle.read()\n    except OSError as error:\n        raise X from error\n",
  ],
  [
    "Python: a closure",
    py,
    "def f(a):\n    x = a\n    def g():\n        return x\n    return g\n",
    "def f(a):\n    kept = a\n    def g():\n        return kept\n    return g\n",
  ],
  ["Python: a line continued", py, "def f(a, b):\n    return a + b\n", "def f(a, b):\n    return a + \\\n        b\n"],
  [
    "Python: names taken apart",
    py,
    "def f(p):\n    a, (b, *c) = p\n    return a - b + len(c)\n",
    "def f(p):\n    first, (second, *rest) = p\n    return first - second + len(rest)\n",
  ],
  [
    "Python: loops within loops",
    py,
    "def f(rows):\n    n = 0\n    for r in rows:\n        for c in r:\n            n += c\n    return n\n",
    "def f(rows):\n    sum_ = 0\n    for row in rows:\n        for cell in row:\n            sum_ += cell\n    return sum_\n",
  ],
  [
    "Python: a comprehension of a dictionary",
    py,
    "def f(d):\n    return {k: v for k, v in d.items() if v}\n",
    "def f(d):\n    return {key: value for key, value in d.items() if value}\n",
  ],
  [
    "Python: a loop with a condition",
    py,
    "def f(n):\n    i = 0\n    while i < n:\n        i += 2\n    return i\n",
    "def f(n):\n    at = 0\n    while at < n:\n        at += 2\n    return at\n",
  ],
  [
    "Python: a dictionary in lines",
    py,
    'TABLE = {"a": 1, "b": [2, 3]}\n',
    'TABLE = {\n    "a": 1,\n    "b": [\n        2,\n        3,\n    ],\n}\n',
  ],
  [
    "Python: methods parted by blank lines and words",
    py,
    "class A:\n    def f(self):\n        return 1\n    def g(self):\n        return 2\n",
    "class A:\n    def f(self):\n        return 1\n\n    # The other one.\n    def g(self):\n\n        return 2\n",
  ],
  [
    "Go: layout",
    go,
    goFile("func F(a int) int { x := a; return x }"),
    goFile("// F gives back.\nfunc F(a int) int {\n\tx := a\n\n\treturn x\n}"),
  ],
  [
    "Go: locals",
    go,
    goFile("func F(a int) int {\n\tx := a\n\tx++\n\treturn x\n}"),
    goFile("func F(b int) int {\n\tcount := b\n\tcount++\n\treturn count\n}"),
  ],
  [
    "Go: a receiver",
    go,
    goFile("func (t *T) F() int {\n\treturn t.n\n}"),
    goFile("func (tree *T) F() int {\n\treturn tree.n\n}"),
  ],
  [
    "Go: functions in another order",
    go,
    goFile("func F() { g() }\n\nfunc g() {}"),
    goFile("func g() {}\n\nfunc F() { g() }"),
  ],
  [
    "Go: an error in its own scope",
    go,
    goFile("func F() error {\n\tif err := g(); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}"),
    goFile("func F() error {\n\tif e := g(); e != nil {\n\t\treturn e\n\t}\n\treturn nil\n}"),
  ],
  [
    "Go: arguments in lines",
    go,
    goFile("func F() int {\n\treturn g(1, 2)\n}"),
    goFile("func F() int {\n\treturn g(\n\t\t1,\n\t\t2,\n\t)\n}"),
  ],
  [
    "Go: a loop",
    go,
    goFile("func F(xs []int) (n int) {\n\tfor i, x := range xs {\n\t\tn += i * x\n\t}\n\treturn\n}"),
    goFile("func F(xs []int) (sum int) {\n\tfor at, value := range xs {\n\t\tsum += at * value\n\t}\n\treturn\n}"),
  ],
  [
    "Go: a switch on a type",
    go,
    goFile("func F(v any) int {\n\tswitch t := v.(type) {\n\tcase int:\n\t\treturn t\n\t}\n\treturn 0\n}"),
    goFile("func F(v any) int {\n\tswitch typed := v.(type) {\n\tcase int:\n\t\treturn typed\n\t}\n\treturn 0\n}"),
  ],
  [
    "Go: a value that a closure keeps",
    go,
    goFile("func F() func() int {\n\tn := 0\n\treturn func() int {\n\t\tn++\n\t\treturn n\n\t}\n}"),
    goFile("func F() func() int {\n\tcount := 0\n\treturn func() int {\n\t\tcount++\n\t\treturn count\n\t}\n}"),
  ],
  [
    "Go: several results",
    go,
    goFile("func F() int {\n\ta, b := g()\n\treturn a - b\n}"),
    goFile("func F() int {\n\tleft, right := g()\n\treturn left - right\n}"),
  ],
  [
    "Go: a declared variable and a constant",
    go,
    goFile("func F() int {\n\tconst k = 2\n\tvar x int = g()\n\treturn x * k\n}"),
    goFile("func F() int {\n\tconst factor = 2\n\tvar found int = g()\n\treturn found * factor\n}"),
  ],
  [
    "Go: a received value",
    go,
    goFile("func F(c chan int) int {\n\tselect {\n\tcase v := <-c:\n\t\treturn v\n\tdefault:\n\t\treturn 0\n\t}\n}"),
    goFile(
      "func F(in chan int) int {\n\tselect {\n\tcase got := <-in:\n\t\treturn got\n\tdefault:\n\t\treturn 0\n\t}\n}",
    ),
  ],
  [
    "Go: a parameter of a function without a name",
    go,
    goFile("func F() {\n\tg(func(a, b int) bool { return a < b })\n}"),
    goFile("func F() {\n\tg(func(x, y int) bool { return x < y })\n}"),
  ],
  [
    "Go: a value hidden in a block, both renamed",
    go,
    goFile("func F(a int) int {\n\tx := a\n\tif x > 1 {\n\t\tx := 2\n\t\tg(x)\n\t}\n\treturn x\n}"),
    goFile("func F(a int) int {\n\tout := a\n\tif out > 1 {\n\t\tin := 2\n\t\tg(in)\n\t}\n\treturn out\n}"),
  ],
  [
    "Go: methods in another order",
    go,
    goFile("func (t T) A() int { return 1 }\n\nfunc (t T) B() int { return 2 }"),
    goFile("func (t T) B() int { return 2 }\n\nfunc (t T) A() int { return 1 }"),
  ],
  [
    "Go: fields lined up, and words about them",
    go,
    goFile('type T struct {\n\tA int `json:"a"`\n\tLong string\n}'),
    goFile('// T is kept.\ntype T struct {\n\tA    int `json:"a"` // the first\n\n\tLong string\n}'),
  ],
  ["Go: a literal in lines", go, goFile("var xs = []int{1, 2}"), goFile("var xs = []int{\n\t1,\n\t2,\n}")],
  [
    "Java: layout",
    java,
    "class A { int f(int n) { return n; } }",
    "class A {\n  // Gives back.\n  int f(int n)\n  {\n    return n;\n  }\n}\n",
  ],
  ["Java: a local", java, method("int x = n; return x + x;"), method("int twice = n; return twice + twice;")],
  [
    "Java: loops",
    java,
    method("int s = 0; for (int i = 0; i < n; i++) { s += i; } return s;"),
    method("int sum = 0; for (int at = 0; at < n; at++) { sum += at; } return sum;"),
  ],
  [
    "Java: a loop over a list",
    java,
    method("for (String s : names()) { g(s); } return n;"),
    method("for (String name : names()) { g(name); } return n;"),
  ],
  ["Java: a lambda", java, method("return g((a, b) -> a + b, c -> c);"), method("return g((x, y) -> x + y, z -> z);")],
  [
    "Java: a caught error",
    java,
    method("try { g(); } catch (E e) { h(e); } return n;"),
    method("try { g(); } catch (E error) { h(error); } return n;"),
  ],
  [
    "Java: a resource",
    java,
    method("try (var r = open()) { return r.read(); }"),
    method("try (var input = open()) { return input.read(); }"),
  ],
  [
    "Java: documentation",
    java,
    "class A { void f() {} }",
    "/** Does things. */\nclass A {\n  /**\n   * Does nothing.\n   * @return nothing\n   */\n  void f() {}\n}",
  ],
  [
    "Java: an array",
    java,
    method("int[] xs = new int[n]; xs[0] = 1; return xs.length;"),
    method("int[] cells = new int[n]; cells[0] = 1; return cells.length;"),
  ],
  [
    "Java: a loop with a condition",
    java,
    method("int i = 0; while (i < n) { i += 2; } return i;"),
    method("int at = 0; while (at < n) { at += 2; } return at;"),
  ],
  [
    "Java: a loop that runs once at least",
    java,
    method("int i = 0; do { i++; } while (i < n); return i;"),
    method("int at = 0; do { at++; } while (at < n); return at;"),
  ],
  [
    "Java: two blocks with variables of their own",
    java,
    method("{ int a = 1; g(a); } { int b = 2; g(b); } return n;"),
    method("{ int one = 1; g(one); } { int one = 2; g(one); } return n;"),
  ],
  [
    "Java: calls in lines",
    java,
    method("return a().b(n, 1).c();"),
    method("return a()\n        .b(\n            n,\n            1)\n        .c();"),
  ],
  [
    "Java: a last comma of an array",
    java,
    "class A { int[] xs = {1, 2}; }",
    "class A {\n  int[] xs = {\n    1,\n    2,\n  };\n}\n",
  ],
  [
    "Java: an annotation on a line of its own",
    java,
    "class A { @Override public String toString() { return s; } }",
    "class A {\n  @Override\n  public String toString() {\n    return s; // as it is\n  }\n}\n",
  ],
  [
    "Java: a reference to a method of a local",
    java,
    method("var list = make(); each(list::add); return n;"),
    method("var found = make(); each(found::add); return n;"),
  ],
];
