/** What a host waits for when it asks: `node -e 0` is the measure, in the same run and in turn. */
import { cpus } from "node:os";
import { cold } from "./hook/cold.ts";
import { growth } from "./hook/growth.ts";
import { makeProject, type Project } from "./hook/project.ts";
import { resident } from "./hook/resident.ts";

const rounds = Number(process.argv[2] ?? 40);
console.log(`node ${process.version}, ${cpus().length} cores`);
await inProject((project) => cold(project, rounds));
await inProject((project) => resident(project, rounds));
// Long: `npm run bench:hook -- 40 100000`.
const many = Number(process.argv[3] ?? 0);
if (many > 0) await inProject((project) => growth(project, many));

async function inProject(measure: (project: Project) => void | Promise<void>): Promise<void> {
  const project = makeProject();
  try {
    await measure(project);
  } finally {
    project.remove();
  }
}
