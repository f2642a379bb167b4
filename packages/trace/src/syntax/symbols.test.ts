import { describe, expect, it } from "vitest";
import { treeOf } from "../../../../test/support/trace/installed-syntax.ts";
import { symbolTable } from "./symbols.ts";

/** The line that holds `HERE`. */
async function symbolsAt(path: string, source: string) {
  const line = source.split("\n").findIndex((text) => text.includes("HERE")) + 1;
  return symbolTable(await treeOf(path, source)).of({ start_line: line, end_line: line });
}

const rows: readonly [language: string, path: string, source: string, symbol: string][] = [
  ["JavaScript", "a.js", "function login() {\n  HERE()\n}", "login"],
  ["JavaScript", "a.js", "const login = async () => {\n  HERE()\n}", "login"],
  ["JavaScript", "a.js", "exports.login = function () {\n  HERE()\n}", "exports.login"],
  ["JavaScript", "a.js", "Auth.prototype.login = function () {\n  HERE()\n}", "Auth.prototype.login"],
  ["JavaScript", "a.js", "const api = {\n  login: () => {\n    HERE()\n  }\n}", "api.login"],
  ["JavaScript", "a.js", "const api = {\n  login() {\n    HERE()\n  }\n}", "api.login"],
  ["JavaScript", "a.js", "const View = memo(function Inner() {\n  HERE()\n})", "View.Inner"],
  ["JavaScript", "a.js", "class A {\n  #b = 1\n  get c() {\n    HERE()\n  }\n}", "A.c"],
  ["JavaScript", "a.js", "class A {\n  #held = () => {\n    HERE()\n  }\n}", "A.#held"],
  ["JavaScript", "a.js", "function outer() {\n  function inner() {\n    HERE()\n  }\n}", "outer.inner"],
  ["JavaScript", "a.js", "const TABLE = [\n  HERE,\n]", "TABLE"],
  [
    "TypeScript",
    "a.ts",
    "export class AuthService {\n  async login(x: string): Promise<void> {\n    HERE()\n  }\n}",
    "AuthService.login",
  ],
  [
    "TypeScript",
    "a.ts",
    "export abstract class A<T> {\n  abstract go(): void\n  private b = () => {\n    HERE()\n  }\n}",
    "A.b",
  ],
  ["TypeScript", "a.ts", "export interface Shape {\n  HERE: string\n}", "Shape"],
  ["TypeScript", "a.ts", "type Shape = {\n  HERE: string\n}", "Shape"],
  ["TypeScript", "a.ts", "enum Kind {\n  HERE\n}", "Kind"],
  ["TypeScript", "a.ts", "namespace N {\n  export function f() {\n    HERE()\n  }\n}", "N.f"],
  ["TypeScript", "a.ts", "@Injectable({\n  HERE: 1\n})\nexport class A {}", "A"],
  ["TSX", "a.tsx", "export const View = ({ a }: P) => {\n  return <p>HERE</p>\n}", "View"],
  ["Python", "a.py", "class Auth:\n    def login(self):\n        HERE()\n", "Auth.login"],
  ["Python", "a.py", "def outer():\n    def inner():\n        HERE()\n", "outer.inner"],
  ["Python", "a.py", "@route(\n    HERE\n)\ndef login():\n    pass\n", "login"],
  ["Go", "a.go", "package p\n\nfunc (t *Tree[T]) Walk() {\n\tHERE()\n}\n", "Tree.Walk"],
  ["Go", "a.go", "package p\n\nfunc Walk() {\n\tHERE()\n}\n", "Walk"],
  ["Go", "a.go", "package p\n\ntype Tree struct {\n\tHERE int\n}\n", "Tree"],
  ["Rust", "a.rs", "mod m {\n  impl<T> Tree<T> {\n    fn walk(&self) {\n      HERE()\n    }\n  }\n}", "m.Tree.walk"],
  ["Rust", "a.rs", "trait Walk {\n  fn go() {\n    HERE()\n  }\n}", "Walk.go"],
  ["Java", "A.java", "class Auth {\n  void login() {\n    HERE();\n  }\n}", "Auth.login"],
  ["Java", "A.java", "class Auth {\n  Auth() {\n    HERE();\n  }\n}", "Auth.Auth"],
  ["Java", "A.java", "record P(int x) {\n  int y() {\n    return HERE;\n  }\n}", "P.y"],
  ["C", "a.c", "static char *name(int a) {\n  HERE();\n}", "name"],
  ["C", "a.c", "struct point {\n  int HERE;\n};", "point"],
  ["C++", "a.cpp", "namespace n {\nclass A {\n  void go() {\n    HERE();\n  }\n};\n}", "n.A.go"],
  ["C++", "a.cpp", "void A::go() const {\n  HERE();\n}", "A.go"],
  ["C++", "a.cpp", "template <class T>\nT id(T t) {\n  HERE();\n}", "id"],
  ["C#", "a.cs", "namespace N.M {\n  class A {\n    void Go() {\n      HERE();\n    }\n  }\n}", "N.M.A.Go"],
  ["C#", "a.cs", "class A {\n  int P {\n    get { return HERE; }\n  }\n}", "A.P"],
  ["Ruby", "a.rb", "module M\n  class A\n    def go\n      HERE()\n    end\n  end\nend\n", "M.A.go"],
  ["Ruby", "a.rb", "class A\n  def self.go\n    HERE()\n  end\nend\n", "A.go"],
  ["PHP", "a.php", "<?php\nclass A {\n  function go() {\n    HERE();\n  }\n}\n", "A.go"],
  ["Bash", "a.sh", "go() {\n  HERE\n}\n", "go"],
  ["Bash", "a.sh", "function go {\n  HERE\n}\n", "go"],
];

describe("the symbol of a line", () => {
  it.each(rows)("in %s: %s %j", async (_language, path, source, symbol) => {
    expect((await symbolsAt(path, source)).innermost).toBe(symbol);
  });

  it.each([
    ["between functions", "a.js", "function a() {}\nHERE()\nfunction b() {}"],
    ["an anonymous call", "a.js", "(() => {\n  HERE()\n})()"],
    ["a name that is worked out", "a.js", "register({\n  [a + b]() {\n    HERE()\n  }\n})"],
    ["a comment above a function", "a.py", "# HERE\ndef f():\n    pass\n"],
  ])("is none for %s", async (_what, path, source) => {
    expect((await symbolsAt(path, source)).innermost).toBeNull();
  });

  it("is found in a file that is broken somewhere else", async () => {
    const source = "function good() {\n  HERE()\n}\nfunction bad( {\n";
    expect((await symbolsAt("a.js", source)).innermost).toBe("good");
  });
});

describe("the symbols of a range", () => {
  const source = "class A {\n  one() {\n    a()\n  }\n\n  two() {\n    b()\n  }\n}\n\nfunction f() {}\n";
  const at = async (start_line: number, end_line: number) =>
    symbolTable(await treeOf("a.js", source)).of({ start_line, end_line });

  it("are all that hold it, outermost first", async () => {
    expect(await at(3, 3)).toEqual({ innermost: "A.one", enclosing: ["A", "A.one"], contained: [] });
  });

  it("are those it goes over, below the one that holds it", async () => {
    expect(await at(3, 7)).toEqual({ innermost: "A", enclosing: ["A"], contained: ["A.one", "A.two"] });
  });

  it("are the outermost where nothing holds it", async () => {
    expect(await at(1, 11)).toEqual({ innermost: null, enclosing: [], contained: ["A", "f"] });
  });

  it("are those around the place, where lines were only removed", async () => {
    expect(await at(4, 3)).toEqual({ innermost: "A.one", enclosing: ["A", "A.one"], contained: [] });
    expect(await at(6, 5)).toEqual({ innermost: "A", enclosing: ["A"], contained: [] });
    expect(await at(1, 0)).toEqual({ innermost: null, enclosing: [], contained: [] });
  });

  it("come from one reading of the tree", async () => {
    const table = symbolTable(await treeOf("a.js", source));
    expect([3, 7, 11].map((line) => table.of({ start_line: line, end_line: line }).innermost)).toEqual([
      "A.one",
      "A.two",
      "f",
    ]);
  });

  it("are not without end", async () => {
    const many = Array.from({ length: 300 }, (_, at) => `function f${at}() {}\n`).join("");
    const table = symbolTable(await treeOf("a.js", many));
    expect(table.of({ start_line: 1, end_line: 300 }).contained).toHaveLength(50);
  });
});
