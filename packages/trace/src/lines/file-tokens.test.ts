import { describe, expect, it } from "vitest";
import { splitLines } from "../contents/split-lines.ts";
import { type Token, tokensOfBoth } from "./file-tokens.ts";
import { type Layout, layoutOf } from "./layout.ts";

function fileTokens(lines: readonly string[], layout: Layout): Token[][] {
  const all = { from: 0, until: lines.length };
  return tokensOfBoth(lines, lines, { before: all, after: all }, layout)[1];
}

/** Whether two files say the same: token by token, but for those that mean nothing. */
function isSame(path: string, before: string, after: string): boolean {
  const [old, fresh] = [before, after].map((text) => fileTokens(splitLines(text), layoutOf(path)).flat()) as [
    Token[],
    Token[],
  ];
  let [x, y] = [0, 0];
  while (x < old.length || y < fresh.length) {
    if (old[x]?.text === fresh[y]?.text) [x, y] = [x + 1, y + 1];
    else if (old[x]?.loose) x++;
    else if (fresh[y]?.loose) y++;
    else return false;
  }
  return true;
}

type Row = [what: string, path: string, before: string, after: string];

describe("the same program, formatted in another way", () => {
  it.each([
    ["indentation", "a.ts", "if (a) {\nrun(b);\n}\n", "if (a) {\n    run(b);\n}\n"],
    ["spaces between tokens", "a.ts", "let a=b+c;\n", "let a = b + c;\n"],
    ["quotes", "a.ts", "say('hello');\n", 'say("hello");\n'],
    ["a wrapped call", "a.ts", "run(first, second);\n", "run(\n  first,\n  second,\n);\n"],
    ["a semicolon before another statement", "a.ts", "run(a)\nrun(b)\n", "run(a);\nrun(b);\n"],
    ["a last comma in an object", "a.js", "x = { a: 1 };\n", "x = {\n  a: 1,\n};\n"],
    ["a comment indented", "a.ts", "// why\nrun();\n", "    // why\nrun();\n"],
    ["CRLF", "a.ts", "run(a);\n", "run(a);\r\n"],
    ["a negative number spaced", "a.ts", "let a =-1;\n", "let a = -1;\n"],
    ["a wrapped call in Python", "a.py", "run(first, second)\n", "run(\n    first,\n    second,\n)\n"],
    ["quotes in Python", "a.py", "say('hello')\n", 'say("hello")\n'],
    ["a comment indented in Python", "a.py", "if a:\n    run()\n# why\n", "if a:\n    run()\n    # why\n"],
    ["a list in Python", "a.py", "a = [1, 2]\n", "a = [\n    1,\n    2,\n]\n"],
    ["alignment in Go", "a.go", "var a = 1\nvar long = 2\n", "var a    = 1\nvar long = 2\n"],
    ["a wrapped call in Go", "a.go", "run(a, b)\n", "run(\n\ta,\n\tb,\n)\n"],
    ["braces on their own line in C", "a.c", "int f() {\nreturn 1;\n}\n", "int f()\n{\n  return 1;\n}\n"],
    ["JSON", "a.json", '{"a":[1,2]}\n', '{\n  "a": [1, 2]\n}\n'],
    ["indentation and quotes in CSS", "a.css", "a {\ncontent: 'x';\n}\n", 'a {\n  content: "x";\n}\n'],
    ["white space at the end, in any language", "a.unknown", "a b\n", "a b  \r\n"],
    ["white space at the end of YAML", "a.yaml", "a: b\n", "a: b \n"],
  ] as Row[])("%s", (_, path, before, after) => {
    expect(isSame(path, before, after)).toBe(true);
  });
});

describe("another program", () => {
  it.each([
    ["a dedent in Python", "a.py", "if a:\n    run(b)\n    go(c)\n", "if a:\n    run(b)\ngo(c)\n"],
    ["an indent in Python", "a.py", "if a:\n    run(b)\ngo(c)\n", "if a:\n    run(b)\n    go(c)\n"],
    ["a tuple in Python", "a.py", "limit = 5\n", "limit = 5,\n"],
    ["a tuple in brackets", "a.py", "limit = (5)\n", "limit = (5,)\n"],
    ["a tuple that is returned", "a.py", "return (a)\n", "return (a,)\n"],
    ["a tuple as an index", "a.py", "a[1]\n", "a[1,]\n"],
    ["two lines of Python joined", "a.py", "a = b\n-c\n", "a = b -c\n"],
    ["a line of Python broken", "a.py", "a = b + c\n", "a = b\n+ c\n"],
    ["white space in a docstring", "a.py", '"""\n  a\n"""\n', '"""\n    a\n"""\n'],
    ["a string's prefix in Python", "a.py", 'a = "b"\n', 'a = f"b"\n'],
    ["spaces in a string that is shown", "a.py", 'f"{a=}"\n', 'f"{a = }"\n'],
    ["quotes in shell", "a.sh", "rm -rf '$T/build'\n", 'rm -rf "$T/build"\n'],
    ["spaces around = in shell", "a.sh", "a=b\n", "a = b\n"],
    ["an indented heredoc's end", "a.sh", "cat <<E\nE\n", "cat <<E\n  E\n"],
    ["indentation in a script without an ending", "run", "\ta b\n", "a b\n"],
    ["a key of YAML moved a level", "a.yaml", "a:\n  b:\n    c: 1\n", "a:\n  b:\n  c: 1\n"],
    ["indentation in a Makefile", "Makefile", "all:\n\trun\n", "all:\nrun\n"],
    ["indentation in Markdown", "a.md", "code follows\n", "    code follows\n"],
    ["spaces in an unknown language", "a.unknown", "a b\n", "a  b\n"],
    ["spaces glued in plain text", "a.txt", "a  b  c\n", "abc\n"],
    ["indentation in Ruby", "a.rb", "  a -1\n", "a - 1\n"],
    ["quotes in PHP", "a.php", "echo '$a';\n", 'echo "$a";\n'],
    ["quotes in C", "a.c", "char a = 'x';\n", 'char a = "x";\n'],
    ["quotes in Go", "a.go", "a := 'x'\n", 'a := "x"\n'],
    ["an order of the preprocessor broken", "a.c", "#define A b\n", "#define A\nb\n"],
    ["white space in an order", "a.h", "#define A(x) x\n", "#define A (x) x\n"],
    ["a line broken after return", "a.js", "return run();\n", "return\nrun();\n"],
    ["a semicolon after return", "a.js", "return run\n", "return;\nrun\n"],
    ["a semicolon after if", "a.js", "if (a)\nrun()\n", "if (a);\nrun()\n"],
    ["a semicolon after a long condition", "a.js", "if (\na\n)\nrun()\n", "if (\na\n);\nrun()\n"],
    ["a semicolon after else", "a.js", "else\nrun()\n", "else;\nrun()\n"],
    ["a semicolon dropped before a bracket", "a.js", "a = b;\n(c)\n", "a = b\n(c)\n"],
    ["a label broken off", "a.js", "break outer\n", "break\nouter\n"],
    ["a getter broken", "a.ts", "get size() {}\n", "get\nsize() {}\n"],
    ["a step broken off", "a.js", "a\n++b\n", "a++\nb\n"],
    ["another step", "a.js", "a = i++ + j\n", "a = i + ++j\n"],
    ["a comma at the end of a declaration", "a.js", "let a = 5\nb = 6\n", "let a = 5,\nb = 6\n"],
    ["a hole in a list", "a.js", "[a, b]\n", "[a, b,,]\n"],
    ["code joined onto a comment", "a.js", "// why\nrun();\n", "// why run();\n"],
    ["code taken out of a comment", "a.js", "// why run();\n", "// why\nrun();\n"],
    ["white space in a template", "a.js", "a = `b\n  c`;\n", "a = `b\n    c`;\n"],
    ["white space in a pattern", "a.js", "a = /b c/;\n", "a = /b  c/;\n"],
    ["white space between tags", "a.tsx", "<b>{a} {c}</b>\n", "<b>{a}{c}</b>\n"],
    ["words between tags", "a.tsx", "Hello there\n", "Hello  there\n"],
    ["a space in a selector", "a.css", "a .b {\n", "a.b {\n"],
    ["quotes with quotes inside", "a.js", "a = 'b\"c';\n", 'a = "b\\"c";\n'],
    ["a line end in Go", "a.go", "return\na\n", "return a\n"],
    ["a raw string in Go", "a.go", "a := `b\n c`\n", "a := `b\nc`\n"],
    ["a tuple in Rust", "a.rs", "let a = (1);\n", "let a = (1,);\n"],
    ["a semicolon in Rust", "a.rs", "a + b\n", "a + b;\n"],
    ["a long string in Rust", "a.rs", 'let a = "b\n  c";\n', 'let a = "b\nc";\n'],
    ["a channel in Go", "a.go", "a < -b\n", "a <- b\n"],
  ] as Row[])("%s", (_, path, before, after) => {
    expect(isSame(path, before, after)).toBe(false);
  });
});

describe("whatever stands in a file", () => {
  it.each(["'", '"', "`", "/*", "${", "`${`", "\\", "/[", "}}}", ")", ",)", "\u0000", "é", "'''", "<<<<<<<"])(
    "%j is cut without an end",
    (text) => {
      for (const path of ["a.ts", "a.py", "a.go", "a.rs", "a.c", "a.json", "a.css", "a"])
        expect(fileTokens([`${text}\n`, "run(a);\n", text], layoutOf(path))).toHaveLength(3);
    },
  );
});
