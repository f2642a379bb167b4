/**
 * The scripted agent of the example shop. It works like a hasty model would: it tries, is refused, reads why, and does
 * what the remedy says. Nothing is played back: the gate decides every call anew.
 */
import type { Plan, PlannedCall, PlannedTurn } from "../models/scripted-model.ts";
import { refusalCode, steps } from "./steps.ts";

const jwt = `import { createHmac, timingSafeEqual } from "node:crypto";

export function verifyToken(token: string, secret: string): { sub: string } | null {
  const [head, body, mark] = token.split(".");
  if (!head || !body || !mark) return null;
  const expected = createHmac("sha256", secret).update(\`\${head}.\${body}\`).digest();
  const given = Buffer.from(mark, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
}
`;

const readMiddleware: PlannedCall = { tool: "read_file", input: { path: "src/auth/middleware.ts" } };
const writeJwt: PlannedCall = { tool: "write_to_file", input: { path: "src/auth/jwt.ts", content: jwt } };
const useJwt: PlannedCall = {
  tool: "edit",
  input: {
    path: "src/auth/middleware.ts",
    old_string: '  if (header.startsWith("Basic "))',
    new_string:
      '  if (header.startsWith("Bearer ")) {\n' +
      '    const claims = verifyToken(header.slice("Bearer ".length), process.env.JWT_SECRET ?? "");\n' +
      "    return claims ? { user: claims.sub } : null;\n" +
      "  }\n" +
      '  if (header.startsWith("Basic "))',
  },
};
const importJwt: PlannedCall = {
  tool: "edit",
  input: {
    path: "src/auth/middleware.ts",
    old_string: 'import { findUser } from "./users.ts";',
    new_string: 'import { verifyToken } from "./jwt.ts";\nimport { findUser } from "./users.ts";',
  },
};
const sendToken = {
  path: "src/payments/client.ts",
  old_string: `Basic \${process.env.PAYMENTS_KEY}`,
  new_string: `Bearer \${process.env.PAYMENTS_TOKEN}`,
};
const expansion = { additional_globs: ["src/payments/client.ts"], reason: "The client must send the new token." };
const test = "node --test tests/auth/middleware.test.mjs";

export const shopPrompt = "Move the shop's sign-in from Basic to signed tokens; keep Basic working.";

export const shopPlan: Plan = steps("demo", [
  turn("I look at how people sign in today.", readMiddleware, { tool: "list_intents", input: {} }),
  turn("I know what to do: I write the check of tokens.", writeJwt),
  (seen) =>
    refusalCode(seen) === null
      ? turn("It is written; I go on.", readMiddleware)
      : turn("Refused: no change without an intent. INT-001 fits, so I take it.", {
          tool: "select_active_intent",
          input: { intent_id: "INT-001" },
        }),
  turn("Now the same again.", writeJwt),
  turn("The middleware has to use it.", importJwt, useJwt),
  turn("The payments client still sends Basic.", { tool: "edit", input: sendToken }),
  (seen) =>
    refusalCode(seen) === null
      ? turn("That went through.")
      : turn("That file is not in my scope. I ask for it and say why.", {
          tool: "edit",
          input: { ...sendToken, request_scope_expansion: expansion },
        }),
  turn("I run the tests.", { tool: "execute_command", input: { command: test } }),
  turn("The criteria are met; a person confirms.", {
    tool: "attempt_completion",
    input: { result: "Tokens are checked; Basic still works." },
  }),
  (seen) => turn(seen.results.some((one) => one.failed) ? "Then it stays open." : "Done: tokens work, Basic too."),
]);

function turn(say: string, ...calls: PlannedCall[]): PlannedTurn {
  return { say, calls };
}
