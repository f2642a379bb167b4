import { openWorkspace, type PersonsAnswer } from "intentgate";

/** Where your program asks people: a chat, a dialog, a pager. Here answers wait in a list. */
const answers: (PersonsAnswer | null)[] = [
  { answer: "once", by: "ann" },
  { answer: "reject", by: "ann", reason: "The limit stays at ten." },
  null,
];

const workspace = openWorkspace(process.cwd(), {
  defaultMode: "strict",
  async askPerson({ tool, intent, questions, shown, choices }) {
    console.log(`${tool} under ${intent}, risk ${shown.risk}: ${questions.join(" ")}`);
    for (const { path, lines } of shown.diff) console.log(`  ${path}\n    ${lines.join("\n    ")}`);
    const answer = answers.shift() ?? null;
    console.log(`  of ${choices.join(", ")}: ${answer ? answer.answer : "no answer"}`);
    return answer;
  },
});

async function call(tool: string, input: object) {
  const { decision, refusal } = await workspace.callTool({ tool, input, session: { id: "s1" } });
  console.log(`=> ${refusal ? `${refusal.code}: ${refusal.meta.reason}` : decision}`);
}

await call("select_active_intent", { intent_id: "INT-001" });
await call("write_to_file", { path: "src/auth/limit.ts", content: "export const limit = 10;\n" });
await call("edit", { path: "src/auth/limit.ts", old_string: "10", new_string: "1000" });
await call("delete_file", { path: "src/auth/limit.ts" });
workspace.close();
