/**
 * Holds the suite's reference server against the conformance suite: bare, behind the gateway over HTTP, and behind the
 * gateway as a program. Passing through must change no verdict. Ends with `N of N the same`, or says that it was not run.
 * Names of scenarios as words: only these.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import "./build.mjs";
import { firstWords, openDoor, openSuite, plantFolder, startOurs } from "./conformance-suite.mjs";
import { root } from "./root.mjs";

const reference = join(root, "scripts/conformance-server.mjs");
const tools = `test_simple_text test_image_content test_audio_content test_embedded_resource test_multiple_content_types
  test_tool_with_logging test_tool_with_progress test_error_handling test_sampling test_elicitation
  test_elicitation_sep1034_defaults test_elicitation_sep1330_enums test_reconnection json_schema_2020_12_tool`;
const declared = tools.split(/\s+/).map((name) => `  mcp.reference.${name}: { effect: read }\n`);

const suite = await openSuite();
if (suite.ok) process.exitCode = await judge();
else process.stdout.write(`conformance: not run: ${suite.why}\n`);

async function judge() {
  const planted = plantFolder(`tools:\n${declared.join("")}`);
  const bare = spawn(process.execPath, [reference], { stdio: ["ignore", "pipe", "inherit"] });
  const url = (await firstWords(bare)).trim();
  const doors = [];
  const behind = async (words) => {
    const ours = await startOurs(planted, ["mcp-gateway", "--name", "reference"], ["--", ...words]);
    const door = await openDoor(ours);
    doors.push(door, { close: ours.stop });
    return door.url;
  };
  try {
    const places = {
      bare: url,
      "over HTTP": await behind([url]),
      "as a program": await behind([process.execPath, reference, "--lines"]),
    };
    let same = 0;
    const chosen = process.argv.slice(2);
    const names = chosen.length > 0 ? chosen : suite.scenarios;
    for (const name of names) {
      const verdicts = [];
      for (const place of Object.values(places)) verdicts.push(await suite.run(name, place, planted.folder));
      const passes = verdicts.map((one) => one.passes);
      // Better than bare is no fault of the gateway.
      const isSame = passes.slice(1).every((one) => one || !passes[0]);
      if (isSame) same += 1;
      const said = passes.map((one) => (one ? "ok" : "no")).join(", ");
      process.stdout.write(`${isSame ? "same    " : "DIFFERS "}${name}: ${said}\n`);
      if (!isSame) process.stdout.write(verdicts.find((one) => !one.passes).out);
    }
    const where = Object.keys(places).join(", ");
    process.stdout.write(`conformance through the gateway: ${same} of ${names.length} the same (${where})\n`);
    return same === names.length ? 0 : 1;
  } finally {
    for (const door of doors) door.close();
    bare.kill();
    planted.remove();
  }
}
