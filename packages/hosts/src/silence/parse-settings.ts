/** Settings of a host as a plain object: with comments and trailing commas; empty where they are none. */
import { plainValue, readJsonTree } from "../install/json-tree.ts";

export function parseSettings(text: string): Record<string, unknown> {
  const tree = readJsonTree(text);
  const value = tree.ok && tree.root !== null ? plainValue(tree.root) : null;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
