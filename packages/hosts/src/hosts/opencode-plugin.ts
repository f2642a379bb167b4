/** The plugin that stands in opencode: hands every event to the hook command and throws where it says no. */
import { pluginAsks } from "../install/plugin-asks.ts";

/** The first line of the file, by which it is known again. */
export const pluginSign = "// Intentgate's plugin for opencode: `intentgate uninit` takes it away.";

/** Imports only what every runtime has: a plugin that cannot be loaded is dropped without a word. */
export function opencodePlugin(command: string, waitsMs: number): string {
  return `${pluginSign}
${pluginAsks("opencode", command, waitsMs)}
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
    const answer = await ask(payload.hook, { directory, ...payload })
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
      const answer = await tell({ hook: "tool.execute.before", input, output: { args: output.args }, parent })
      if (text(answer.command)) output.args.command = answer.command
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
