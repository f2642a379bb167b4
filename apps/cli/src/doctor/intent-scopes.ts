import { scopeWarnings } from "@intentgate/gate";
import { isOpen } from "@intentgate/policy";
import { count } from "../terminal/one-line.ts";
import { type Check, ok, type Patient, warning } from "./finding.ts";

export const intentScopes: Check<Patient> = {
  name: "intents",
  look({ root }) {
    const read = root.store.intents.read();
    if (!read.ok) return []; // said by the check of the authored files
    const open = [...read.value.intents.values()].filter(isOpen);
    if (open.length === 0)
      return [
        warning(
          "no intent is open, so nothing may be changed",
          'Declare one: `intentgate intent new --name "…" --scope "src/**"`.',
        ),
      ];
    const findings = open.flatMap((intent) =>
      scopeWarnings(intent).map((text) => warning(text, `\`intentgate intent show ${intent.id}\` shows it.`)),
    );
    return findings.length > 0 ? findings : [ok(`${count(open.length, "intent")} open`)];
  },
};
