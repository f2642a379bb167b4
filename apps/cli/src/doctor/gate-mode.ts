import { localTime } from "../terminal/elapsed.ts";
import { type Check, type Finding, ok, type Patient, warning } from "./finding.ts";

export const gateMode: Check<Patient> = {
  name: "mode",
  look({ root }) {
    const findings: Finding[] = [];
    const pause = root.pauses.active();
    if (pause)
      findings.push(
        warning(
          `the gate is paused until ${localTime(pause.until)}: nothing is refused but control files`,
          "End it: `intentgate pause --off`.",
        ),
      );
    const rules = root.rules();
    if (rules.ok && rules.value.policy.mode === "observe") {
      findings.push(
        warning(
          "observe mode: nothing is refused but control files",
          "Look at `intentgate report`; when it is right, write `mode: enforce` in .orchestration/policy.yaml.",
        ),
      );
    }
    return findings.length > 0
      ? findings
      : [ok(rules.ok ? "enforce: what breaks a rule is refused" : "nothing passes while a file is broken")];
  },
};
