/**
 * The agents of `demo --page`, a program of its own. Their questions are answered by the script, so that nobody can name
 * the place in which they work: it makes a new one and tells the process that forked it where that is.
 */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { declareIntent, type Workspace } from "@intentgate/gate";
import { createRootRegistry, stateDir } from "@intentgate/sidecar";
import { programFile } from "../app-folder.ts";
import { programUrl } from "../program-url.ts";
import type { AgentProgram } from "../run/agent-program.ts";
import { silent } from "./narrator.ts";
import { plantProject } from "./plant-project.ts";
import { openStage } from "./play.ts";
import { script } from "./script.ts";

const PACE_MS = 120;
const draft = "export const draft = true; // from the first try\n";

const tell = process.send?.bind(process);
if (tell === undefined) {
  process.stderr.write("This is a part of `intentgate demo --page` and does nothing by itself.\n");
  process.exitCode = 2;
} else {
  process.once("disconnect", () => process.exit()); // nobody looks any more
  const place = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-demo-"));
  const folder = join(place, "corner-shop");
  process.env.XDG_STATE_HOME = join(place, "state");
  const state = stateDir(process.env);
  mkdirSync(folder);
  put(join(folder, "src/receipts/draft.ts"), draft);
  plantProject(folder);
  await createRootRegistry(state).add(folder);
  // The story's questions are the script's to answer: whoever looks at the page is asked only after it.
  const { workspace, play } = openStage(folder, state);
  await play(script, silent);
  const intents = await declareMore(workspace);
  workspace.close();
  tell({ folder });
  const program = (await import(programUrl("agent").href)) as AgentProgram;
  const onStop = () => () => undefined;
  await program.playPair({ root: folder, stateDir: state, program: programFile(), intents, paceMs: PACE_MS, onStop });
  process.disconnect();
}

async function declareMore(workspace: Workspace): Promise<{ architect: string; builder: string }> {
  const declare = async (name: string, scope: string[], criterion: string) => {
    const made = await declareIntent(workspace, null, (id) => ({
      ok: true,
      value: { id, name, status: "PENDING", owned_scope: scope, acceptance_criteria: [criterion] },
    }));
    return made.ok ? made.value.id : "";
  };
  const architect = await declare("How receipts work", ["docs/**"], "A page that the builder can follow");
  const builder = await declare("Receipts for charges", ["src/receipts/**"], "The sum stands last");
  await declare("Faster search", ["src/search/**", "src/receipts/index.ts"], "Half the time of today");
  return { architect, builder };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
