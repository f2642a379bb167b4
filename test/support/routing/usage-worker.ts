/** For tests: one of many processes that learn at the same time. */

import { createRootFiles } from "../../../packages/routing/src/run/root-files.ts";
import { createUsageFile } from "../../../packages/routing/src/run/usage-file.ts";
import { withWeights } from "../../../packages/routing/src/suggestions/usage.ts";

const [root = "", name = "", times = "0"] = process.argv.slice(2);
const usage = createUsageFile(createRootFiles(root), () => new Date());
for (let time = 0; time < Number(times); time++) {
  const told = await usage.change((used) => {
    const shared = used.get("shared") ?? { calls: 0, failures: 0, weight: 0, lastUsed: null };
    const more = new Map(used).set("shared", { ...shared, calls: shared.calls + 1 });
    return withWeights(more, [{ ability_id: name, weight: 0.5 }]);
  });
  if (told.length > 0) throw new Error(JSON.stringify(told));
}
