/** The plugin that stands in opencode: hands every event to the hook command and throws where it says no. */

/** The first line of the file, by which it is known again. */
export const pluginSign = "// Intentgate's plugin for opencode: `intentgate uninit` takes it away.";

/** Imports only what every runtime has: a plugin that cannot be loaded is dropped without a word. */
export function opencodePlugin(command: string, waitsMs: number): string {
  return `${pluginSign}
import { spawn } from "node:child_process"
import { sep } from "node:path"
import { setTimeout as later } from "node:timers"

const command = ${JSON.stringify(command)}
const waits = ${waitsMs}
const most = 10_000_000

/** The hook's answer; rejects unless it is an explicit yes. */
function ask(payload) {
  return new Promise((resolve, reject) => {
    // A group of its own, so that what it started ends with it.
    const isPosix = sep === "/"
    const child = spawn(command + " opencode " + payload.hook, { shell: true, detached: isPosix, stdio: "pipe" })
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

export const Intentgate = async ({ client, directory }) => {
  const parents = new Map()
  const contexts = new Map()

  /** Rejects where it cannot be told: an agent without its parent would be another one. */
  async function parentOf(id) {
    if (!parents.has(id)) {
      const found = await client.session.get({ path: { id } })
      if (!found?.data || found.data.id !== id) throw new Error("Intentgate cannot tell whose session " + id + " is.")
      parents.set(id, found.data.parentID ?? null)
    }
    return parents.get(id)
  }

  async function tell(payload) {
    const answer = await ask({ directory, ...payload })
    if (text(answer.message)) console.error(answer.message)
    return answer
  }

  return {
    async event({ event }) {
      const properties = event.properties ?? {}
      if (event.type === "session.created" && properties.info?.id) {
        parents.set(properties.info.id, properties.info.parentID ?? null)
      }
      if (!["session.created", "session.idle", "session.deleted"].includes(event.type)) return
      const sessionID = properties.sessionID ?? properties.info?.id
      const input = { type: event.type, properties: { ...properties, sessionID } }
      // Nothing waits for these; what could not be told is settled with the next call.
      await tell({ hook: "event." + event.type, input, parent: parents.get(sessionID) ?? null }).catch((error) =>
        console.error(error.message),
      )
    },

    async "chat.message"(input, output) {
      const parts = output.parts.filter((part) => part.type === "text").map(({ type, text }) => ({ type, text }))
      const parent = await parentOf(input.sessionID)
      const answer = await tell({ hook: "chat.message", input: { sessionID: input.sessionID }, output: { parts }, parent })
      if (text(answer.context)) contexts.set(input.sessionID, answer.context)
    },

    async "experimental.chat.system.transform"(input, output) {
      const context = contexts.get(input.sessionID)
      if (context) output.system.push(context)
    },

    async "tool.execute.before"(input, output) {
      const parent = await parentOf(input.sessionID)
      await tell({ hook: "tool.execute.before", input, output: { args: output.args }, parent })
    },

    async "tool.execute.after"(input, output) {
      try {
        const parent = await parentOf(input.sessionID)
        const metadata = { exit: output?.metadata?.exit }
        const answer = await tell({ hook: "tool.execute.after", input, output: { metadata }, parent })
        if (text(answer.context) && typeof output?.output === "string") output.output += "\\n\\n" + answer.context
      } catch (error) {
        // The call is done; the gate settles it with the next one.
        if (typeof output?.output === "string") output.output += "\\n\\nIntentgate: " + error.message
      }
    },
  }
}
`;
}
