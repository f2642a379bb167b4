/** Whatever is wrapped around `touch x`, however often: it is never called safe. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyShell } from "./classify-command.ts";

const harmless = fc.constantFrom(
  "ls",
  "pwd",
  "true",
  "echo hi",
  "cat file.txt",
  "[ -f a ]",
  "x=1",
  "cd src",
  "echo $HOME",
  "[[ b > a ]]",
);

const single = (inner: string): string => `'${inner.replaceAll("'", `'\\''`)}'`;

/** Each takes a command and gives one that runs it. */
const wrappers: ((inner: string, other: string) => string)[] = [
  (inner, other) => `${other}; ${inner}`,
  (inner, other) => `${other} && ${inner}`,
  (inner, other) => `${other} || ${inner}`,
  (inner, other) => `${other} | { ${inner}\n}`,
  (inner, other) => `${other} & ${inner}`,
  (inner) => `( ${inner}\n)`,
  (inner) => `{ ${inner}\n}`,
  (inner) => `! { ${inner}\n}`,
  (inner) => `echo $( ${inner}\n)`,
  (inner) => `echo "$( ${inner}\n)"`,
  (inner) => `x=$( ${inner}\n)`,
  (inner) => `echo \${y:-$( ${inner}\n)}`,
  (inner) => `echo $((0 + $( ${inner}\n)))`,
  (inner) => `cat <( ${inner}\n)`,
  (inner) => `[[ -n $( ${inner}\n) ]]`,
  (inner) => `case $( ${inner}\n) in *) : ;; esac`,
  (inner, other) => `if ${other}; then ${inner}\nfi`,
  (inner) => `while ${inner}\ndo break; done`,
  (inner) => `for i in 1 2; do ${inner}\ndone`,
  (inner) => `f() { ${inner}\n}; f`,
  (inner) => `eval ${single(inner)}`,
  (inner) => `bash -c ${single(inner)}`,
  (inner) => `sh -c ${single(inner)}`,
  (inner) => `bash <<< ${single(inner)}`,
  (inner) => `env bash -c ${single(inner)}`,
  (inner) => `command eval ${single(inner)}`,
  (inner) => `trap ${single(inner)} EXIT`,
  (inner) => `v=${single(inner)}; eval "$v"`,
  (inner) => `set -- ${single(inner)}; eval "$1"`,
  (inner) => `coproc { ${inner}\n}`,
  (inner) => `time { ${inner}\n}`,
  (inner) => `a=(1); : "\${a[$( ${inner}\n)0]}"`,
];

describe("a write behind any wrappers", () => {
  it("is never called safe", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("touch x", "echo a > x", ">x", "rm -f x", "ls | tee x", "cp a x"),
        fc.array(fc.tuple(fc.nat(wrappers.length - 1), harmless), { maxLength: 4 }),
        (core, layers) => {
          const command = layers.reduce<string>(
            (inner, [index, other]) => wrappers[index]?.(inner, other) ?? inner,
            core,
          );
          expect(classifyShell(command, { cwd: "/work" }).risk, command).not.toBe("SAFE");
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("is a real test: the same wrappers around something harmless are mostly safe", () => {
    const calledSafe = wrappers.filter((wrap) => classifyShell(wrap("ls", "pwd"), { cwd: "/work" }).risk === "SAFE");
    expect(calledSafe.length).toBeGreaterThan(wrappers.length * 0.8);
  });

  it("answers whatever text it is given", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...`abx $(){}[]<>|&;'"\`\\#=*?!~-+\n\t1@%^,:/.`), maxLength: 60 }),
        (text) => {
          expect(["SAFE", "DESTRUCTIVE", "UNKNOWN"]).toContain(classifyShell(text, { cwd: "/work" }).risk);
        },
      ),
      { numRuns: 5000 },
    );
  });
});
