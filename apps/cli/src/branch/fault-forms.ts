/** Faults as the services read them that show code: annotations of GitHub's workflows, and SARIF. */
import { type Fault, faultRules } from "./branch-faults.ts";

/** One command a line, as a step of a workflow prints them. */
export function annotations(faults: readonly Fault[]): string[] {
  return faults.map(({ rule, place, start_line, end_line, message, remedy }) => {
    const at = `file=${property(place)},line=${start_line},endLine=${end_line},title=${property(rule)}`;
    return `::error ${at}::${data(`${message} ${remedy}`)}`;
  });
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Version 2.1.0. */
export function sarif(faults: readonly Fault[], version: string): object {
  const rules = Object.entries(faultRules).map(([id, text]) => ({
    id,
    shortDescription: { text },
    defaultConfiguration: { level: "error" },
  }));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Intentgate", semanticVersion: version, rules } },
        columnKind: "utf16CodeUnits",
        results: faults.map(({ rule, place, start_line, end_line, message, remedy }) => ({
          ruleId: rule,
          ruleIndex: rules.findIndex(({ id }) => id === rule),
          level: "error",
          message: { text: `${message} ${remedy}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: place.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" },
                region: { startLine: start_line, endLine: end_line },
              },
            },
          ],
        })),
      },
    ],
  };
}
