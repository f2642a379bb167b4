import { onStage } from "../produce.ts";

export const eventHooksScene = onStage((stage) => {
  stage.quietly("intentgate init --yes");
  return {
    "event-hooks.init": stage.shell("intentgate init --hooks"),
    "event-hooks.list": stage.shell("intentgate hooks list"),
    "event-hooks.trust": stage.person("intentgate hooks trust skill_activation_prompt --yes"),
    "event-hooks.register": stage.shell("intentgate hooks register"),
    "event-hooks.explain": stage.shell(
      "intentgate hooks explain session_stop_build_check",
      `echo '{"event_type":"SessionStop"}' | intentgate hooks explain skill_activation_prompt --event -`,
    ),
    "event-hooks.validate": validate(stage),
  };
});

function validate(stage: Parameters<Parameters<typeof onStage>[0]>[0]): string {
  stage.put(
    ".system/hooks/guard.yaml",
    "id: guard\nevent_type: PreAbilityCall\nblockin: true\nhandler: { kind: script, command: ./guard.sh }\n",
  );
  return stage.shell("intentgate hooks validate");
}
