/** A program that imports the library and does what it is told, line by line; its person answers as the line says. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [library, ...roots] = process.argv.slice(2);
const { openWorkspace } = await import(pathToFileURL(library).href);
let asked = [];
let heard = [];
let person = null;

const workspace = openWorkspace(roots, {
  askPerson: async (question) => {
    asked.push(question);
    return person === null ? null : { by: "ann", ...person };
  },
  onNotice: (notice) => void heard.push(notice),
});

/** What a tool of this program does to the files. */
function act({ writes = {}, removes = [], result = "done", fails }) {
  for (const [path, text] of Object.entries(writes)) {
    mkdirSync(dirname(resolve(path)), { recursive: true });
    writeFileSync(path, text);
  }
  for (const path of removes) rmSync(path, { recursive: true });
  if (fails !== undefined) throw new Error(fails);
  return result;
}

const deeds = {
  call: (request) => workspace.callTool(request),
  through: ({ act: does, ...request }) => workspace.callThrough({ ...request, execute: async () => act(does) }),
  /** The inner call is made, and answered, while the outer one runs. */
  async within({ outer: { act: first, ...outer }, inner }) {
    let within = null;
    const answer = await workspace.callThrough({
      ...outer,
      execute: async () => {
        within = await deeds.through(inner);
        return act(first);
      },
    });
    return { outer: answer, inner: within };
  },
  decide: (request) => workspace.decide(request),
  before: (call) => workspace.beforeAndAfter.before(call),
  after: ({ outcome, ...call }) => workspace.beforeAndAfter.after(call, outcome),
  context: (session) => workspace.intentContext(session),
  preHook: ({ name, answer, ...options }) =>
    workspace.engine.registerPreHook(
      name,
      async () => {
        if (answer === "throw") throw new Error("no network");
        return answer;
      },
      options,
    ),
  postHook: ({ name }) =>
    workspace.engine.registerPostHook(name, async () => {
      throw new Error("chat is down");
    }),
  tools: () => workspace.tools.map((tool) => tool.name),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { deed, request, answer } = JSON.parse(line);
  [asked, heard, person] = [[], [], answer ?? null];
  let result;
  try {
    result = (await deeds[deed](request)) ?? null;
  } catch (error) {
    result = { threw: error.message };
  }
  process.stdout.write(`${JSON.stringify({ result, asked, heard })}\n`);
}
workspace.close();
