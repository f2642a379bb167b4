/** What leads programs in a box to the proxy outside it: a port of the loopback there, and the variables that name it. */

export const PROXY_SOCKET = "proxy.sock";

/** Says the port, and brings whatever comes in there to the socket. No connection may get the number of the output. */
const relay = (socket: string) => `
const net = require("node:net"), fs = require("node:fs");
const server = net.createServer({ allowHalfOpen: true }, (one) => {
  const other = net.connect({ path: ${JSON.stringify(socket)}, allowHalfOpen: true });
  for (const [here, there] of [[one, other], [other, one]]) {
    here.pipe(there);
    here.on("error", () => there.destroy());
    here.on("close", () => there.destroy());
  }
});
server.maxConnections = 128;
server.listen(0, "127.0.0.1", () => {
  fs.writeSync(1, String(server.address().port));
  fs.closeSync(1);
  fs.openSync("/dev/null", "w");
});
`;

const names = [
  ...["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "CARGO_HTTP_PROXY"],
  ...["YARN_HTTP_PROXY", "YARN_HTTPS_PROXY"],
];

/** For bash in the box, with what `relayWords` says before its other words: `given` is what the command is told. */
export const STARTING = `port=$("$1" -e "$2" < /dev/null 2> /dev/null &)
[ -n "$port" ] || exit 125
shift 2
for name in ${names.join(" ")}; do given+=("$name=http://127.0.0.1:$port"); done
given+=(no_proxy=localhost,127.0.0.1,::1 NO_PROXY=localhost,127.0.0.1,::1 NODE_USE_ENV_PROXY=1)
`;

/** `folder` is where the socket lies as the box sees it. */
export function relayWords(node: string, folder: string): string[] {
  return [node, relay(`${folder}/${PROXY_SOCKET}`)];
}
