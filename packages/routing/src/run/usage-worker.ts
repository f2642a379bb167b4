/** For tests: one of many processes that learn at the same time. */
import { withUse, withWeights } from "../suggestions/usage.ts";
import { createRootFiles } from "./root-files.ts";
import { createUsageFile } from "./usage-file.ts";

const [root = "", name = "", times = "0"] = process.argv.slice(2);
const usage = createUsageFile(createRootFiles(root), () => new Date());
for (let time = 0; time < Number(times); time++) {
  const told = await usage.change((used) => {
    const more = withUse(used, { id: "shared", status: "success", at: "2025-01-15T10:00:00Z" });
    return withWeights(more, [{ ability_id: name, weight: 0.5 }]);
  });
  if (told.length > 0) throw new Error(JSON.stringify(told));
}
