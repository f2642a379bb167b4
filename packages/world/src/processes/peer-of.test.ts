import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { peerOf } from "./peer-of.ts";

const talk = `const s = require("net").connect(process.argv[1]); s.on("data", (d) => process.stdout.write(d)).write("hello")`;

it("names the process that connected, and the talk goes on", async () => {
  const path = join(tempFolder("peer"), "socket");
  const server = createServer().listen(path);
  await once(server, "listening");
  const child = spawn(process.execPath, ["-e", talk, path], { stdio: ["ignore", "pipe", "inherit"] });
  const [socket] = (await once(server, "connection")) as [Socket];
  expect(await peerOf(socket)).toBe(child.pid);
  const heard = once(socket, "data");
  socket.resume();
  expect(String((await heard)[0])).toBe("hello");
  socket.write("x".repeat(200_000));
  let size = 0;
  for await (const chunk of child.stdout) {
    size += chunk.length;
    if (size === 200_000) break;
  }
  socket.destroy();
  expect(await peerOf(socket)).toBeNull();
  child.kill();
  server.close();
});
