/** `[[ … ]]`: nothing but its expansions, and the operands that are evaluated as arithmetic. */
import type { TestExpression } from "unbash";
import type { ShellState } from "../state/shell-state.ts";
import type { Walker } from "../state/walker.ts";
import { isName } from "../values/value.ts";
import { evaluateArithmetic } from "./arithmetic.ts";
import { wordValue } from "./words.ts";

const arithmetic = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

export function walkTest(walker: Walker, node: TestExpression, state: ShellState): void {
  walker.step();
  switch (node.type) {
    case "TestUnary": {
      const value = wordValue(walker, node.operand, state);
      // zsh calculates it.
      if (node.operator === "-t") evaluateArithmetic(walker, value, state);
      if (node.operator === "-v" || node.operator === "-R") testName(walker, value.glob ? null : value.text, state);
      return;
    }
    case "TestBinary": {
      const sides = [wordValue(walker, node.left, state), wordValue(walker, node.right, state)];
      if (arithmetic.has(node.operator)) for (const side of sides) evaluateArithmetic(walker, side, state);
      return;
    }
    case "TestLogical":
      for (const operand of node.operands) walkTest(walker, operand, state);
      return;
    case "TestNot":
      walkTest(walker, node.operand, state);
      return;
    case "TestGroup":
      walkTest(walker, node.expression, state);
      return;
  }
}

/** `-v name[subscript]`: the subscript is evaluated. */
export function testName(walker: Walker, text: string | null, state: ShellState): void {
  if (text === null) {
    walker.unknown("the name of a variable that is known only when it runs");
    return;
  }
  const bracket = text.indexOf("[");
  if (isName(text) || bracket < 0) return;
  const inner = text.slice(bracket + 1).replace(/\]$/, "");
  if (inner === "@" || inner === "*") return;
  evaluateArithmetic(walker, { text: inner, glob: false, dynamic: false, numeric: false }, state);
}
