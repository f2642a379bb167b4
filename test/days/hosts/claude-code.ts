/** Claude Code as its SDK and its extension start it: a question is a `can_use_tool` on the line between them. */
import { claudeCode as driver } from "../../hosts/drivers/claude-code.ts";
import { placeOf, type Seat } from "../seat.ts";
import { inMessages, speak } from "../speak.ts";

const modes = { starting: "auto", manual: "manual", bypass: "bypassPermissions" };

export const claudeCode: Seat = {
  driver,
  modes,
  means: "`can_use_tool` of the SDK's permission prompt",
  // Its safety check is a server's of its maker; without it each call that needs it is denied.
  denies: /^(?=.*auto mode).*was not run/ims,
  call(ground, doing) {
    switch (doing.kind) {
      case "shell": {
        const { name, input } = driver.shell(doing.command);
        return { name, input: { ...(input as object), ...(doing.background ? { run_in_background: true } : {}) } };
      }
      case "read":
        return { name: "Read", input: { file_path: placeOf(ground, doing.path) } };
      case "search":
        return driver.shell(`grep -rn "${doing.pattern}" ${doing.path || "."}`);
      case "list":
        return driver.shell(`find . -path ./node_modules -prune -o -name "${doing.pattern}" -print`);
      case "write":
        return driver.write(ground, doing.path, doing.text);
      case "edit":
        return driver.edit(ground, doing.path, doing.from, doing.to);
      case "delete":
        return driver.shell(`rm ${doing.path}`);
      case "move":
        return driver.shell(`mv ${doing.path} ${doing.to}`);
      case "todo":
        return { name: "TaskList", input: {} };
      case "subagent":
        return driver.subagent("SCRIPT:part please");
    }
  },
  async work(stage, mode, next, person) {
    const { program, env } = driver.start(stage, "");
    const stream = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
    const args = ["-p", ...stream, "--permission-prompt-tool", "stdio", "--permission-mode", modes[mode]];
    const prompt = () => {
      const content = next();
      if (content === null) return host.end();
      host.say(`${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`);
    };
    const hears = inMessages((message) => {
      if (message.type === "result") return prompt();
      if (message.type !== "control_request" || message.request.subtype !== "can_use_tool") return;
      const { tool_name, input } = message.request;
      const isYes = person(`${tool_name} ${JSON.stringify(input)}`);
      const response = isYes ? { behavior: "allow", updatedInput: input } : { behavior: "deny", message: "No." };
      const reply = { subtype: "success", request_id: message.request_id, response };
      host.say(`${JSON.stringify({ type: "control_response", response: reply })}\n`);
    });
    const host = speak(stage, { program, args, ...(env ? { env } : {}) }, hears);
    prompt();
    await host.ended;
    return host.said();
  },
};
