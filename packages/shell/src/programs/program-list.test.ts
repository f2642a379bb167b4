import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Word } from "../uses/program.ts";
import { printing } from "./printing.ts";
import { findProgram, programs } from "./program-list.ts";

const names = programs.flatMap((program) => program.names);
const around = { stdin: { kind: "unknown" }, variable: () => undefined } as const;
const word = (text: string | null, glob = false): Word => ({ text, glob });

describe("the list of programs", () => {
  it("names no program twice", () => {
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it.each(["", "constructor", "__proto__", "toString", "made-up", "rm ", "RM", "/bin/rm"])(
    "does not know %j",
    (name) => {
      expect(findProgram(name)).toBeUndefined();
    },
  );

  // Nobody's version of these has an option that writes or runs something.
  const forgiving = new Set(
    `ls dir vdir cat tac rev head tail wc stat du df realpath readlink cmp comm od md5sum sha1sum sha224sum sha256sum sha384sum sha512sum
    b2sum cksum cut paste tr fold nl expand unexpand uname id basename dirname whoami nproc`.split(/\s+/),
  );
  const strict = programs
    .filter((program) => !printing.includes(program))
    .flatMap((program) => program.names)
    .filter((name) => !forgiving.has(name));
  it.each([...forgiving])("%s only reads, whatever options it is given", (name) => {
    const effects = findProgram(name)?.use([word("--no-such-option=x"), word("-o"), word("a")], around)?.effects;
    expect(effects?.every(({ does }) => does === "read")).toBe(true);
  });
  it.each(strict)("%s does not know an option that it does not have", (name) => {
    expect(findProgram(name)?.use([word("--no-such-option")], around)).toBeUndefined();
    expect(findProgram(name)?.use([word("--no-such-option=x"), word("a"), word("b")], around)).toBeUndefined();
  });

  it("answers for any words at all without throwing", () => {
    const texts = fc.oneof(
      fc.constantFrom(...names),
      fc.constantFrom(
        ..."constructor __proto__ -- - -c -e -i -o -x -f -C -exec {} ; + ::: status config stash -delete -I{} s/a/b/w a=b .. / ~ *".split(
          " ",
        ),
      ),
      fc.constantFrom(
        '{print > "x"}',
        "w x",
        "print(1)",
        "",
        " ",
        "\n",
        "'",
        '"',
        "\\",
        "[",
        "/",
        "a:b",
        "=",
        "--=",
        "-=x",
      ),
      fc.string({ maxLength: 12 }),
    );
    const words = fc.array(fc.record({ text: fc.option(texts, { nil: null }), glob: fc.boolean() }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...names), words, fc.string({ maxLength: 20 }), (name, args, text) => {
        const use = findProgram(name)?.use(args, { stdin: { kind: "text", text }, variable: () => null });
        return use === undefined || (Array.isArray(use.effects) && Array.isArray(use.nested));
      }),
      { numRuns: 5000 },
    );
  });

  it("gives an answer on long words in time that grows with their length only", () => {
    const long = (sign: string) => sign.repeat(50_000);
    for (const name of ["sed", "awk", "perl", "python", "sqlite3", "tar", "find", "printf", "wget", "git"]) {
      for (const sign of ["a", "/", "[", "(", "\\", '"', "{", ";", "-", " ", "s/"]) {
        for (const option of ["-e", "-c", "-n", "db"]) findProgram(name)?.use([word(option), word(long(sign))], around);
      }
    }
  });
});
