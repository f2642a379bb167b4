/** A program with the library in it, as one step of a story after the other. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { library, type Stage } from "./stage.ts";

const libraryProgram = fileURLToPath(new URL("./library-program.mjs", import.meta.url));

export type Saying = "once" | "standing" | "command" | "declare" | { reject: string };

export interface LibrarySession {
  take(intent?: string, session?: string): Promise<void>;
  /** A native tool. */
  call(tool: string, input: object, more?: CallMore): Promise<void>;
  write(path: string, content: string, more?: CallMore): Promise<void>;
  shell(command: string, more?: CallMore): Promise<void>;
  /** Any other deed of the program. */
  does(title: string, deed: string, request: unknown, says?: Saying): Promise<void>;
  ends(): Promise<void>;
}

interface CallMore {
  session?: string;
  parent?: string;
  cwd?: string;
  /** How its person answers; nobody is there without it. */
  says?: Saying;
}

export function openLibrary(stage: Stage, roots: readonly string[] = [stage.repo]): LibrarySession {
  const child = spawn(process.execPath, [libraryProgram, library, ...roots], {
    cwd: stage.repo,
    env: stage.env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  stage.atEnd(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const gone = new Promise((resolve) => child.once("close", resolve));

  const does: LibrarySession["does"] = async (title, deed, request, says) => {
    const answer = typeof says === "object" ? { answer: "reject", reason: says.reject } : { answer: says };
    child.stdin.write(`${JSON.stringify({ deed, request, ...(says === undefined ? {} : { answer }) })}\n`);
    const { value } = await lines.next();
    if (value === undefined) throw new Error(`the program with the library ended during: ${title}`);
    const { result, asked, heard } = JSON.parse(value) as { result: unknown; asked: unknown[]; heard: unknown[] };
    const more = { ...(asked.length > 0 ? { asked } : {}), ...(heard.length > 0 ? { heard } : {}) };
    stage.tell(`library: ${title}`, { answer: result, ...more });
  };
  const call: LibrarySession["call"] = (tool, input, { session = "s1", parent, cwd = stage.repo, says } = {}) => {
    const who = { id: session, host: "story", model: "model-x", ...(parent === undefined ? {} : { parent }) };
    const answered = says === undefined ? "" : `, a person says ${JSON.stringify(says)}`;
    return does(
      `${session} ${tool} ${JSON.stringify(input)}${answered}`,
      "call",
      { tool, input, session: who, cwd },
      says,
    );
  };
  return {
    does,
    call,
    take: (intent = "INT-001", session = "s1") => call("select_active_intent", { intent_id: intent }, { session }),
    write: (path, content, more) => call("write_to_file", { path, content }, more),
    shell: (command, more) => call("execute_command", { command }, more),
    async ends() {
      child.stdin.end();
      await gone;
    },
  };
}
