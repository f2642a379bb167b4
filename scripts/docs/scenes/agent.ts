import { onStage } from "../produce.ts";

/** The calls of the demo and what came of them; ids, folders and times are left out. */
const demo = "intentgate run --demo | grep -E '^  [a-z]|✖|✔|●'";

export const agentScene = onStage((stage) => {
  stage.quietly("intentgate init --yes");
  return {
    "agent.demo": stage.shell(demo),
    "agent.no-model": stage.shell('intentgate run "Move the sign-in to tokens"'),
  };
});
