/** A working day as an agent spends it: fifty calls, test first, on a small shop. */

/** What stands in the repository in the morning. */
export const shop: Record<string, string> = {
  "package.json": `${JSON.stringify(
    { name: "shop", version: "1.0.0", type: "module", scripts: { test: "node --test", build: "node build.mjs" } },
    null,
    2,
  )}\n`,
  "build.mjs":
    'import { cpSync } from "node:fs";\ncpSync("src", "dist", { recursive: true });\nconsole.log("built");\n',
  "src/cart/cart.mjs":
    "export function total(lines) {\n  return lines.reduce((sum, line) => sum + line.price, 0);\n}\n",
  "src/pay/pay.mjs": "export const pay = (sum) => sum;\n",
  "test/cart.test.mjs":
    'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { total } from "../src/cart/cart.mjs";\n\ntest("adds prices", () => assert.equal(total([{ price: 2 }, { price: 3 }]), 5));\n',
  "vendor/money/package.json": '{ "name": "money", "version": "1.0.0", "type": "module", "main": "money.mjs" }\n',
  "vendor/money/money.mjs": "export const cents = (sum) => Math.round(sum * 100);\n",
  "README.md": "# Shop\n",
  ".gitignore": "node_modules/\ndist/\n",
  // A formatter as a project has it installed.
  "node_modules/.bin/prettier":
    '#!/usr/bin/env node\nconst fs = require("node:fs");\nfor (const file of process.argv.slice(2).filter((word) => !word.startsWith("-"))) fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(/[ \\t]+$/gm, ""));\n',
};

export const day: readonly (readonly [tool: string, input: Record<string, unknown>])[] = [
  ["select_active_intent", { intent_id: "CART-1" }],
  ["execute_command", { command: "git status --short && git log --oneline -5" }],
  ["execute_command", { command: "ls -la && ls src/*" }],
  ["list_files", { path: "src" }],
  ["read_file", { path: "package.json" }],
  ["read_file", { path: "src/cart/cart.mjs" }],
  ["execute_command", { command: "cat test/cart.test.mjs" }],
  ["execute_command", { command: 'grep -rn "total" src test | head -20' }],
  ["execute_command", { command: 'find . -name "*.mjs" -not -path "./node_modules/*" | sort' }],
  ["execute_command", { command: "npm test 2>&1 | tail -20" }],
  // Red.
  [
    "edit",
    {
      file_path: "test/cart.test.mjs",
      old_string: 'test("adds prices"',
      new_string:
        'test("counts amounts", () => assert.equal(total([{ price: 2, amount: 3 }]), 6));\ntest("adds prices"',
    },
  ],
  ["execute_command", { command: "npm test 2>&1 | grep -E '^(# |not ok)' | head" }],
  // Green.
  [
    "edit",
    {
      file_path: "src/cart/cart.mjs",
      old_string: "sum + line.price",
      new_string: "sum + line.price * (line.amount ?? 1)",
    },
  ],
  ["execute_command", { command: "npm test" }],
  ["execute_command", { command: "git diff --stat && git diff src/cart/cart.mjs" }],
  ["execute_command", { command: "git add -A && git commit -m 'Count amounts in the cart'" }],
  // The next test, in a file of its own.
  ["execute_command", { command: "mkdir -p src/cart/rules && ls src/cart" }],
  [
    "write_to_file",
    {
      path: "test/discount.test.mjs",
      content:
        'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { discount } from "../src/cart/rules/discount.mjs";\n\ntest("takes ten percent off above a hundred", () => assert.equal(discount(200), 180));\n',
    },
  ],
  ["execute_command", { command: 'npm test -- test/discount.test.mjs 2>&1 | tail -15; echo "exit $?"' }],
  [
    "execute_command",
    {
      command:
        "cat > src/cart/rules/discount.mjs <<'EOF'\nexport function discount(sum) {   \n  return sum > 100 ? sum * 0.9 : sum;\n}\nEOF",
    },
  ],
  ["execute_command", { command: "npm test -- test/discount.test.mjs" }],
  ["execute_command", { command: "npx prettier --write src/cart/rules/discount.mjs" }],
  ["execute_command", { command: "cat src/cart/rules/discount.mjs" }],
  ["execute_command", { command: "sed -n '1,5p' src/cart/cart.mjs" }],
  ["execute_command", { command: "wc -l src/cart/*.mjs src/cart/rules/*.mjs" }],
  ["execute_command", { command: "sed -i 's/0\\.9/RATE/' src/cart/rules/discount.mjs" }],
  ["read_file", { path: "src/cart/rules/discount.mjs" }],
  [
    "edit",
    {
      file_path: "src/cart/rules/discount.mjs",
      old_string: "export function",
      new_string: "const RATE = 0.9;\n\nexport function",
    },
  ],
  ["execute_command", { command: "npm test 2>&1 | tail -5" }],
  ["execute_command", { command: "npx prettier --write src/cart/rules/discount.mjs" }],
  ["execute_command", { command: "git add src test && git commit -q -m 'Discount above a hundred'" }],
  // A dependency.
  ["execute_command", { command: "npm install --offline --no-audit --no-fund ./vendor/money" }],
  ["execute_command", { command: "git status --porcelain; cat package.json" }],
  ["read_file", { path: "vendor/money/money.mjs" }],
  [
    "write_to_file",
    {
      path: "src/cart/price.mjs",
      content:
        'import { cents } from "money";\n\nexport const shown = (sum) => `$' + "{(cents(sum) / 100).toFixed(2)} €`;\n",
    },
  ],
  [
    "write_to_file",
    {
      path: "test/price.test.mjs",
      content:
        'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { shown } from "../src/cart/price.mjs";\n\ntest("shows two digits", () => assert.equal(shown(3), "3.00 €"));\n',
    },
  ],
  ["execute_command", { command: "cd src/cart && ls -la && head -3 price.mjs" }],
  ["execute_command", { command: "npm test 2>&1 | tail -8" }],
  ["execute_command", { command: "npm run build" }],
  ["execute_command", { command: "diff -r src dist && echo same" }],
  ["execute_command", { command: "git diff HEAD --name-only | xargs -r wc -l" }],
  ["execute_command", { command: 'for f in src/cart/*.mjs; do echo "== $f"; head -2 "$f"; done' }],
  ["execute_command", { command: "echo '- cart: amounts, discount, prices' >> README.md" }],
  ["read_file", { path: "README.md" }],
  ["execute_command", { command: "node --version && which node" }],
  ["execute_command", { command: "npm test > /tmp/shop-test.log 2>&1; tail -3 /tmp/shop-test.log" }],
  ["execute_command", { command: "rm -f /tmp/shop-test.log" }],
  [
    "execute_command",
    {
      command:
        "git add -A && git commit -m \"$(cat <<'EOF'\nShow prices with two digits\n\nUses money for cents.\nEOF\n)\"",
    },
  ],
  ["execute_command", { command: "git log --oneline | head -5; git show --stat HEAD | tail -8" }],
  ["execute_command", { command: "git status --short" }],
];
