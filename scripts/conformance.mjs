/**
 * Holds our MCP server against the official conformance suite, over HTTP.
 * Ends with `N passed, N failed`, or says that it was not run.
 */
import "./build.mjs";
import { openDoor, openSuite, plantFolder, startOurs } from "./conformance-suite.mjs";

const judged = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

/** The suite is made for a reference server: these call its tools, resources and prompts by name, or what we do not declare. */
const notApplicable = {
  "tools of the reference server": [
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-with-logging",
    "tools-call-error",
    "tools-call-with-progress",
    "tools-call-sampling",
    "tools-call-elicitation",
    "json-schema-2020-12",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
  ],
  "resources of the reference server": ["resources-read-text", "resources-read-binary", "resources-templates-read"],
  "prompts of the reference server": [
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
  ],
  "a capability that is not declared": [
    "logging-set-level",
    "completion-complete",
    "resources-subscribe",
    "resources-unsubscribe",
  ],
  "streams that can be resumed, which are optional": ["server-sse-polling"],
};

const suite = await openSuite();
if (suite.ok) process.exitCode = await judge();
else process.stdout.write(`conformance: not run: ${suite.why}\n`);

async function judge() {
  const planted = plantFolder();
  const server = await startOurs(planted, ["mcp", "--own-session"]);
  const door = await openDoor(server);
  try {
    const known = new Set([...judged, ...Object.values(notApplicable).flat()]);
    const strange = suite.scenarios.filter((name) => !known.has(name));
    for (const name of strange) process.stdout.write(`?       ${name}: nobody has said yet whether it applies\n`);
    const failed = [];
    for (const name of judged) {
      const { passes, out } = await suite.run(name, door.url, planted.folder);
      if (!passes) failed.push(name);
      process.stdout.write(`${passes ? "ok      " : "FAILED  "}${name}\n${passes ? "" : out}`);
    }
    for (const [why, names] of Object.entries(notApplicable))
      process.stdout.write(`-       ${names.length} not judged (${why})\n`);
    process.stdout.write(
      `conformance: ${judged.length - failed.length} passed, ${failed.length + strange.length} failed\n`,
    );
    return failed.length + strange.length > 0 ? 1 : 0;
  } finally {
    door.close();
    server.stop();
    planted.remove();
  }
}
