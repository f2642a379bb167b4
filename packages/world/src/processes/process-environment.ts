/** The environment a process was started with, where the system tells. */
import { readFileSync } from "node:fs";

/** Null where it cannot be known: another user's process, one that just ended, or another system than Linux. */
export function environmentOf(pid: number): Record<string, string> | null {
  if (process.platform !== "linux") return null;
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EACCES" || code === "EPERM" || code === "ENOENT" || code === "ESRCH") return null;
    throw error;
  }
  return Object.fromEntries(
    text.split("\0").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : [];
    }),
  );
}
