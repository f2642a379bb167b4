/** The plugin that stands in Cline: hands every call to the hook command and leaves out what it does not allow. */
import { pluginAsks } from "../install/plugin-asks.ts";

/** The first line of the file, by which it is known again. */
export const clinePluginSign = "// Intentgate's plugin for Cline: `intentgate uninit` takes it away.";

/** Plain JavaScript in a file whose name Cline looks for; it imports only what every runtime has. */
export function clinePlugin(command: string, waitsMs: number): string {
  return `${clinePluginSign}
${pluginAsks("cline", command, waitsMs)}
/** Of the session that has loaded this. */
const here = { session: null, root: null }

/** In the words of its own hook files. */
function told(hookName, snapshot, more) {
  return {
    hookName,
    sessionContext: { rootSessionId: here.session ?? snapshot.conversationId },
    workspaceRoots: here.root === null ? [] : [here.root],
    // Where its commands run, which may lie below the root; "" where that is not told.
    cwd: globalThis.__clineSessionEnv?.cwd ?? "",
    agent_id: snapshot.agentId,
    parent_agent_id: snapshot.parentAgentId ?? null,
    ...more,
  }
}

function promptIn(snapshot) {
  const last = snapshot.messages?.at(-1)
  const parts = last?.role === "user" && Array.isArray(last.content) ? last.content : []
  return parts.filter((part) => part.type === "text").map((part) => part.text).join("\\n")
}

const plugin = {
  name: "intentgate",
  manifest: { capabilities: ["hooks"] },

  setup(_api, context) {
    here.session = context?.session?.sessionId ?? null
    here.root = context?.workspaceInfo?.rootPath ?? null
    // Nothing waits for it.
    if (here.session !== null)
      ask("session_start", told("session_start", { agentId: "lead" }, {})).catch((error) => console.error(error.message))
  },

  hooks: {
    async beforeRun({ snapshot }) {
      const isSub = Boolean(snapshot.parentAgentId)
      const event = isSub ? "subagent_start" : "prompt_submit"
      try {
        const answer = await ask(event, told(event, snapshot, isSub ? {} : { prompt: promptIn(snapshot) }))
        return text(answer.context) ? { appendContext: answer.context } : undefined
      } catch (error) {
        return { stop: true, reason: error.message }
      }
    },

    async beforeTool({ snapshot, toolCall, input }) {
      const call = { id: toolCall.toolCallId, name: toolCall.toolName, input }
      try {
        const answer = await ask("tool_call", told("tool_call", snapshot, { tool_call: call }))
        const given = text(answer.command) ? { input: { ...input, commands: [answer.command] } } : undefined
        return text(answer.context) ? { ...given, appendContext: answer.context } : given
      } catch (error) {
        return { skip: true, reason: error.message }
      }
    },

    async afterTool({ snapshot, toolCall, input, result }) {
      const call = { id: toolCall.toolCallId, name: toolCall.toolName, input }
      const outputs = Array.isArray(result?.output) ? result.output : [result?.output]
      const success = result?.isError !== true && outputs.every((output) => output?.success !== false)
      try {
        const answer = await ask("tool_result", told("tool_result", snapshot, { tool_result: call, postToolUse: { success } }))
        return text(answer.context) ? { appendContext: answer.context } : undefined
      } catch (error) {
        // The call is done; the gate settles it with the next one.
        return { appendContext: "Intentgate: " + error.message }
      }
    },

    async afterRun({ snapshot }) {
      await ask("agent_end", told("agent_end", snapshot, {})).catch((error) => console.error(error.message))
    },
  },
}

export default plugin
`;
}
