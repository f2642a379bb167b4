import { onStage } from "../produce.ts";

export const problemsScene = onStage((stage) => {
  stage.quietly("intentgate init --yes");
  stage.put(
    ".orchestration/active_intents.yaml",
    'active_intents:\n  - id: INT-001\n    name: JWT login\n    owned_scop: ["src/auth/**"]\n',
  );
  return { "problems.example": stage.shell("intentgate intent list") };
});
