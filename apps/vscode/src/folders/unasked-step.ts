/** What to do, unasked, in a folder without a gate; a setting that nobody knows does nothing. */
export function unaskedStep(setting: string, isDeclined: boolean): "create" | "ask" | "nothing" {
  if (setting === "always") return "create";
  return setting === "ask" && !isDeclined ? "ask" : "nothing";
}
