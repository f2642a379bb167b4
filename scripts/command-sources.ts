import type { CommandSource } from "./agent-commands.ts";

/** Of whoever worked there: nobody's name belongs here. */
const home = "/(?:Users|home)/[\\w.-]+";

/** Public repositories whose agents' sessions are looked at; `roots` are the ends of expressions. */
export const commandSources: readonly CommandSource[] = [
  {
    repository: "entireio/cli",
    licence: "MIT",
    project: "f446dcfc09fda981a5c373a5f47c54363761fa6e",
    sessions: "394f81fab87f71aa8938d91ff7a067c524ff344b",
    scope: ["cmd/**", "redact/**"],
    roots: [
      `${home}/workspace/cli/\\.worktrees/(?:[\\w-]+/)?[\\w.-]+`,
      `${home}/workspace/(?:tmp/)?cli`,
      `${home}/Work/entire/devenv/cli`,
      `${home}/Repositories/cli`,
      `${home}/wks/(?:test-cli/)?cli`,
      `${home}/wks/[\\w-]+/[\\w.-]+`,
      `${home}/src/entireio/[\\w.-]+`,
      `${home}/Developer/cli`,
    ],
  },
  {
    repository: "EntityProcess/agentv",
    licence: "MIT",
    project: "58f316ca24e3abcdd253efafbc240882f39dc5b0",
    sessions: "47dca0eea369e545808f72dd9473c846f66dd79f",
    scope: ["packages/*/src/**", "packages/*/test/**", "apps/*/src/**", "apps/*/test/**"],
    roots: [`${home}/projects/EntityProcess/agentv(?:(?:\\.|__)worktrees/[\\w.-]+)?`, `${home}/projects/agentv`],
  },
  {
    repository: "PackmindHub/context-evaluator",
    licence: "Apache-2.0",
    project: "94f7c40ead7ca6c666babdc2d8523e60f4c91d68",
    sessions: "63679d4764ce74bb41f8e5794f6183d43ea9ee88",
    scope: ["src/**", "frontend/src/**", "test/**"],
    roots: [`${home}/Code/agents-md-evaluator`],
  },
  {
    repository: "FSM1/cipher-box",
    licence: "MIT",
    project: "e007f15bd57679fface1ec63fccfe083b5d7814e",
    sessions: "e227f1183b594fa6bd5dbe58c75272434067e89b",
    scope: ["apps/*/src/**", "apps/*/test/**", "apps/desktop/src-tauri/src/**", "packages/*/src/**", "tests/**"],
    roots: [`${home}/Code/cipher-box`],
  },
  {
    repository: "JanDeDobbeleer/oh-my-posh",
    licence: "MIT",
    project: "cdeb43f8e6848461c7cc2c3990fe7f04125805e0",
    sessions: "0d1116c02814bec7231dbe3c3b9661106418a724",
    scope: ["src/**"],
    roots: ["(?:D:|/d)[\\\\/]+oh-my-posh(?:[\\\\/]+\\.claude[\\\\/]+worktrees[\\\\/]+[\\w-]+)?"],
  },
];
