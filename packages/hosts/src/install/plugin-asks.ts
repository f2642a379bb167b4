/** What plugins of ours share: handing an event to the hook command, where every answer but an explicit yes is a no. */

/** Source for the top of a plugin: its imports, and `ask(event, payload)`, `text(value)`. Only what every runtime has. */
export function pluginAsks(host: string, command: string, waitsMs: number): string {
  return `import { spawn } from "node:child_process"
import { sep } from "node:path"
import { setTimeout as later } from "node:timers"

const command = ${JSON.stringify(command)}
const waits = ${waitsMs}
const most = 10_000_000

/** The hook's answer; rejects unless it is an explicit yes. */
function ask(event, payload) {
  return new Promise((resolve, reject) => {
    // A group of its own, so that what it started ends with it.
    const isPosix = sep === "/"
    const child = spawn(command + " ${host} " + event, { shell: true, detached: isPosix, stdio: "pipe" })
    const said = { stdout: "", stderr: "" }
    const late = later(() => giveUp("Intentgate did not answer in time, so this is refused."), waits)

    function giveUp(why) {
      clearTimeout(late)
      reject(new Error(why))
      try {
        if (isPosix && child.pid) process.kill(-child.pid, "SIGKILL")
        else child.kill("SIGKILL")
      } catch {
        // it has ended meanwhile
      }
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
    }

    for (const name of ["stdout", "stderr"]) {
      child[name].setEncoding("utf8")
      child[name].on("data", (text) => {
        said[name] += text
        if (said[name].length > most) giveUp("Intentgate said too much, so this is refused.")
      })
    }
    child.stdin.on("error", () => {}) // it may answer before it has read everything; what counts is how it ends
    child.on("error", (error) => giveUp("Intentgate could not be started, so this is refused: " + error.message))
    child.on("close", (code) => {
      clearTimeout(late)
      const answer = read(said.stdout)
      if (code === 0 && answer !== null && answer.decision === "allow") resolve(answer)
      else reject(new Error(text(answer?.reason) ?? text(said.stderr) ?? "Intentgate gave no answer, so this is refused."))
    })
    child.stdin.end(JSON.stringify(payload))
  })
}

function read(stdout) {
  try {
    const answer = JSON.parse(stdout)
    return typeof answer === "object" && answer !== null ? answer : null
  } catch {
    return null // no answer is a no
  }
}

function text(value) {
  return typeof value === "string" && value.trim() !== "" ? value : null
}
`;
}
