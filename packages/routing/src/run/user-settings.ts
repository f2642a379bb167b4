/**
 * `settings.yaml` in the user's own state folder. Nothing that sends a prompt to another machine can be switched on by
 * a file of a repository: whoever clones one has not agreed to that.
 */
import { join } from "node:path";
import { type Checked, ProblemError } from "@intentgate/documents";
import { readText } from "@intentgate/world";
import { type ModelSettings, readModelSettings } from "../matching/model-settings.ts";

export function modelSettings(stateDir: string): Checked<ModelSettings | null> {
  const path = join(stateDir, "settings.yaml");
  try {
    const text = readText(path);
    return text === null ? { ok: true, value: null } : readModelSettings({ path, text });
  } catch (error) {
    if (error instanceof ProblemError) return { ok: false, problems: error.problems };
    throw error;
  }
}
