import { expect, it } from "vitest";
import { ignoredKind } from "./named-paths.ts";

it.each([
  ["node_modules/left-pad/index.js", "dependency"],
  ["packages/a/node_modules/b/c.js", "dependency"],
  ["vendor/autoload.php", "dependency"],
  [".venv/lib/python3.12/site-packages/a.py", "dependency"],
  // Code of others that is called as a report is.
  ["node_modules/coverage/vendor/a.js", "dependency"],
  [".venv/lib/python3.12/site-packages/coverage/vendor/a.py", "dependency"],
  ["vendor/coverage/node_modules/a.js", "dependency"],
  ["my-coverage/vendor/a.js", "dependency"],
  ["coverage-old/node_modules/a.js", "dependency"],
  ["coverage", "output"],
  ["coverage/shop/vendor/money/index.html", "output"],
  ["coverage/lcov-report/node_modules/a/index.js.html", "output"],
  ["packages/a/coverage/vendor/b.html", "output"],
  ["htmlcov/vendor/a_py.html", "output"],
  ["node_modules/.cache/a", "output"],
  // It runs with the next start, in a report too.
  ["coverage/node_modules/.bin/tsc", "starting"],
  ["htmlcov/a.pth", "starting"],
  ["coverage/vendor/.env", "settings"],
])("%s, where git ignores it, is %s", (path, kind) => {
  expect(ignoredKind(path)).toBe(kind);
});
