/** How agents reach the world: through the gate, by its own tools or as a host that runs the command itself. */
import { contentHash } from "@intentgate/trace";
import { type Author, exists, type Line, textOf, type World } from "./world.ts";

const someSession = (world: World) => world.random.pick(["s1", "s2"]);

/** False where the gate refused for a good reason. `mine` gets the call that wrote. */
export async function call(world: World, tool: string, input: object, mine: Author[] = []): Promise<boolean> {
  const session = someSession(world);
  const answer = await world.workspace.run({ tool, input, session: { id: session, model: `model-${session}` } });
  // A file that this session knew and somebody took away: an agent would have to look again.
  if (answer.refusal?.code === "STALE_FILE" && answer.refusal.meta.current_content_hash === null) return false;
  if (answer.decision !== "allow" || answer.failed) throw new Error(`${tool}: ${JSON.stringify(answer)}`);
  mine.push({ call: answer.invocationId });
  return true;
}

export async function agentWrites(world: World, path: string, lines: readonly Line[], mine: Author[]): Promise<void> {
  const observed = exists(world, path) ? { observed_content_hash: contentHash(textOf(world.lines(path))) } : {};
  if (await call(world, "write_to_file", { path, content: textOf(lines), ...observed }, mine)) world.note(path, lines);
}

let commands = 0;

/** The host runs what the gate let pass; `run` does what the command says. */
export async function agentRuns(world: World, command: string, run: () => boolean): Promise<boolean> {
  const session = someSession(world);
  const told = {
    toolName: "execute_command",
    payload: { command },
    session: { id: session, model: `model-${session}` },
    cwd: world.root,
    callId: `run-${++commands}`,
  };
  const { allowExecution, errorMessage, refusal } = await world.workspace.before(told, async () => true);
  if (refusal?.code === "STALE_FILE" && refusal.meta.current_content_hash === null) return false;
  if (!allowExecution) throw new Error(`${command}: ${errorMessage}`);
  const succeeded = run();
  await world.workspace.after(told, succeeded);
  return succeeded;
}
