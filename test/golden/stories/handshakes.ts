/** The same morning for every host: no intent, an intent, in scope, out of scope, stale, told twice, told too late. */
import { goldenHosts } from "../host-payloads.ts";
import { hostSession } from "../host-session.ts";
import type { Story } from "../play-story.ts";

export const handshakes: readonly Story[] = goldenHosts.map((host) => ({
  name: `host-${host.name}`,
  async play(stage) {
    const ann = hostSession(stage, host);
    await ann.asksToWrite("src/auth/new.ts", "one\n");
    await ann.take("INT-001");
    await ann.writes("src/auth/new.ts", "one\ntwo\n");
    await ann.writes("README.md", "outside\n");
    await ann.writes("src/auth/token.ts", "never read\n");

    await ann.asksToWrite("src/auth/twice.ts", "x\n", "again");
    await ann.asksToWrite("src/auth/twice.ts", "x\n", "again");
    stage.put("src/auth/twice.ts", "x\n");
    await ann.saysItWrote("src/auth/twice.ts", "x\n", "again");
    await ann.saysItWrote("src/auth/twice.ts", "x\n", "again");
    await ann.saysItWrote("src/auth/unheard.ts", "y\n", "unheard");

    await ann.runs("echo three > src/auth/three.ts");
    await ann.runs("echo no > src/pay/three.ts");
    await ann.asksToWrite("src/auth/open.ts", "open\n", "open");
    stage.put("src/auth/open.ts", "open\n");
    await ann.stops();
  },
}));
