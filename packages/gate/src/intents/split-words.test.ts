import { expect, it } from "vitest";
import { splitWords } from "./split-words.ts";

it.each([
  ["npm test", ["npm", "test"]],
  ["  npm\t test  ", ["npm", "test"]],
  ['node -e "a b"', ["node", "-e", "a b"]],
  ["node 'it''s'", ["node", "its"]],
  ['run ""', ["run", ""]],
  [`a"b c"'d e'f`, ["ab cd ef"]],
  ["pytest -k not\\ slow", ["pytest", "-k", "not\\", "slow"]],
])("%j is %j", (text, words) => {
  expect(splitWords(text)).toEqual({ ok: true, value: words });
});

it.each([
  ["", "empty"],
  ["   ", "empty"],
  ['"" test', "empty"],
  ["npm test && rm -rf x", '"&"'],
  ["a | b", '"|"'],
  ["a; b", '";"'],
  ["a > b", '">"'],
  ["a < b", '"<"'],
  ["echo $HOME", '"$"'],
  ["echo `id`", '"`"'],
  ["(a)", '"("'],
  ["a\nb", '"\\n"'],
  ['npm "test', "does not end"],
  ["npm 'test", "does not end"],
])("%j is refused, as it is %s", (text, why) => {
  expect(splitWords(text)).toMatchObject({
    ok: false,
    problems: [{ code: "BAD_INPUT", message: expect.stringContaining(why) }],
  });
});
