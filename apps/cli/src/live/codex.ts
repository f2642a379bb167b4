import { tomlTables } from "@intentgate/hosts";
import type { LiveHost, LiveStage } from "./live-host.ts";

export const liveCodex: LiveHost = {
  name: "codex",
  places: ["~/.local/bin/codex", "~/.npm-global/bin/codex", "~/.bun/bin/codex", "~/.codex/bin/codex"],
  asks: (canary) => ({
    name: "apply_patch",
    input: `*** Begin Patch\n*** Add File: ${canary}\n+canary\n*** End Patch`,
  }),
  leadsElsewhere: () => null, // what is said on the command line comes before every file
  start: (stage) => ({
    args: [
      "exec",
      "--skip-git-repo-check",
      // Without a sandbox: a call that no hook stops must show, and the only call is ours.
      "--dangerously-bypass-approvals-and-sandbox",
      ...["-m", "gpt-5.5"],
      ...settings(stage).flatMap((setting) => ["-c", setting]),
      stage.prompt,
    ],
    env: { CODEX_HOME: `${stage.folder}/codex`, INTENTGATE_CANARY_KEY: "intentgate-canary" },
    files: { "codex/config.toml": trustOf(stage) },
  }),
  differs: ["of your own settings only trust and features were taken; MCP servers and the sandbox were left out"],
};

function settings({ url, inRoot }: LiveStage): string[] {
  const provider = "model_providers.intentgate_canary";
  const servers = tomlTables(inRoot(".codex/config.toml") ?? "").flatMap(({ name: [kind, server] }) =>
    kind === "mcp_servers" && server !== undefined && /^[A-Za-z0-9_-]+$/.test(server) ? [server] : [],
  );
  return [
    'model_provider="intentgate_canary"',
    `${provider}.name="canary"`,
    `${provider}.base_url=${JSON.stringify(`${url}/v1`)}`,
    `${provider}.env_key="INTENTGATE_CANARY_KEY"`,
    `${provider}.wire_api="responses"`,
    `${provider}.request_max_retries=0`,
    "analytics.enabled=false",
    "features.apps=false",
    "features.plugins=false",
    "check_for_update_on_startup=false",
    // With a command, as the file that has one may be left out.
    ...new Set(
      servers.flatMap((server) => [`mcp_servers.${server}.command="false"`, `mcp_servers.${server}.enabled=false`]),
    ),
  ];
}

/** The tables that say what is trusted, word by word. A project that nobody trusted is named as one: else it would be. */
function trustOf({ own, root }: LiveStage): string {
  const tables = tomlTables(own("config.toml") ?? "");
  const kept = tables.filter(
    ({ name }) =>
      name[0] === "projects" || name.join(".") === "features" || (name[0] === "hooks" && name[1] === "state"),
  );
  const isNamed = kept.some(({ name }) => name[0] === "projects" && name[1] === root);
  const project = [`[projects.${JSON.stringify(root)}]`, 'trust_level = "untrusted"'];
  return `${[...(isNamed ? [] : project), ...kept.flatMap(({ lines }) => lines)].join("\n")}\n`;
}
