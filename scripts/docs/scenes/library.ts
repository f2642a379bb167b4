/** Runs the examples of the library as a program of somebody else would: against the package, from a folder of their own. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Scripts, startScriptedModel } from "@intentgate/scripted-model";
import { transform } from "esbuild";
import type { Produce } from "../produce.ts";
import { fenced, openStage } from "../stage.ts";

const EXAMPLES = "docs/guides/examples";

/** What the model does that `openai-loop` asks. */
const scripts: Scripts = {
  help: [
    { calls: [{ name: "write_to_file", input: {}, raw: '{"path": "src/auth/he' }] },
    {
      calls: [
        { name: "select_active_intent", input: { intent_id: "INT-001" } },
        { name: "write_to_file", input: { path: "src/auth/help.md", content: "# Sign-in\n" } },
      ],
    },
    { calls: [{ name: "write_to_file", input: { path: "src/api/help.md", content: "# API\n" } }] },
    { calls: [{ name: "delete_file", input: { path: "README.md" } }] },
    { say: "I wrote src/auth/help.md." },
  ],
};

export const libraryScene: Produce = async ({ root, program }) => {
  const model = await startScriptedModel({ scripts });
  const shown: Record<string, string> = {};
  const source = (name: string) => readFileSync(join(root, EXAMPLES, `${name}.ts`), "utf8");

  /** Each in a repository of its own, where a person has declared one intent. */
  async function play(name: string, ...runs: readonly string[][]): Promise<string[]> {
    const stage = openStage(program);
    try {
      const app = join(dirname(stage.repo), "app");
      mkdirSync(join(app, "node_modules"), { recursive: true });
      symlinkSync(join(dirname(program), ".."), join(app, "node_modules/intentgate"));
      symlinkSync(join(root, "node_modules/ai"), join(app, "node_modules/ai"));
      const { code } = await transform(source(name), { loader: "ts", format: "esm", target: "node20.19" });
      writeFileSync(join(app, `${name}.mjs`), code);
      stage.quietly(
        "intentgate init --yes",
        'intentgate intent new INT-001 --name "JWT sign-in" --scope "src/auth/**"',
      );
      const printed: string[] = [];
      for (const words of runs) printed.push(await stage.printedBy(join(app, `${name}.mjs`), ...words));
      return printed;
    } finally {
      stage.clear();
    }
  }

  try {
    const examples: [name: string, ...words: string[]][] = [
      ["ai-sdk"],
      ["openai-loop", model.url, "SCRIPT:help"],
      ["dispatcher"],
      ["hooks"],
      ["own-approver"],
    ];
    for (const [name, ...words] of examples) {
      shown[`library.${name}`] = fenced("ts", source(name));
      [shown[`library.${name}.printed`] = ""] = await play(name, words);
    }
    shown["hooks.example"] = fenced("ts", source("own-hooks"));
    [shown["hooks.yes"] = "", shown["hooks.no"] = ""] = await play("own-hooks", ["yes"], ["no"]);
    return { blocks: shown };
  } finally {
    await model.close();
  }
};
