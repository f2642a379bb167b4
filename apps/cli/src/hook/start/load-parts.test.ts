import { expect, it } from "vitest";
import { loadParts, type PartScript, type ProgramParts } from "./load-parts.ts";

const program: ProgramParts = {
  scripts: [
    { file: "a.js", from: 0 },
    { file: "b.js", from: 2 },
  ],
  entry: 0,
  wasm: -1,
};

function loading(scripts: readonly PartScript[]) {
  const read: number[] = [];
  const open = (script: number) => {
    read.push(script);
    return scripts[script] as PartScript;
  };
  return { ...loadParts(program, open, () => null, "file:///x/hook.cjs"), read };
}

it("runs a module once, when it is first asked for, and reads its script then", () => {
  const ran: number[] = [];
  const script =
    (from: number): PartScript =>
    (modules) => {
      for (const id of [from, from + 1])
        modules[id] = (exports) => {
          ran.push(id);
          exports.id = id;
          return undefined;
        };
    };
  const { load, read, ran: ranOf } = loading([script(0), script(2)]);
  expect(read).toEqual([]);
  expect([load(1).id, load(1).id]).toEqual([1, 1]);
  expect([ran, read]).toEqual([[1], [0]]);
  expect(load(3)).toBe(load(3));
  expect([ran, read]).toEqual([
    [1, 3],
    [0, 1],
  ]);
  expect([ranOf(0), ranOf(1)]).toEqual([[1], [3]]);
});

it("gives two modules that need each other what is there of the other", () => {
  const { load } = loading([
    (modules, need) => {
      modules[0] = (exports) => {
        exports.early = 1;
        exports.other = need(1).seen;
        return undefined;
      };
      modules[1] = (exports) => {
        exports.seen = need(0).early;
        return undefined;
      };
    },
    () => undefined,
  ]);
  expect(load(0)).toEqual({ early: 1, other: 1 });
});

it("takes what a module returns for what it exports", () => {
  const { load } = loading([
    (modules) => {
      modules[0] = () => ({ whole: true });
    },
    () => undefined,
  ]);
  expect(load(0)).toEqual({ whole: true });
});

it("runs a module that failed again, and hands out no half of it", () => {
  let tries = 0;
  const { load } = loading([
    (modules) => {
      modules[0] = (exports) => {
        exports.half = true;
        if (++tries === 1) throw new Error("the first time");
        return undefined;
      };
    },
    () => undefined,
  ]);
  expect(() => load(0)).toThrow("the first time");
  expect(load(0)).toEqual({ half: true });
  expect(tries).toBe(2);
});
