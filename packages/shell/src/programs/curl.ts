/** `curl`: fetches; what it keeps, and what it sends, is in its options. */

import { optionTable, type SplitArguments, splitArguments } from "../uses/options.ts";
import type { Program, UseEffect, Word } from "../uses/program.ts";
import { below, inside, readsOf, somewhere, useOf, written } from "../uses/use-of.ts";
import { downloadName, mayAskForMore } from "./download-name.ts";
import { namesScheme } from "./openssl.ts";

// `-K`, `-T`, `-F`, `-Q` and everything else that sends, is told by a file or a server, or goes to a socket on this machine is not declared.
const table = optionTable(
  `-0123456#afgiIklLnNpqRsSvZ O|remote-name J|remote-header-name o|output: D|dump-header: c|cookie-jar: trace: trace-ascii: stderr: libcurl:
  etag-save: hsts: alt-svc: output-dir: X|request: d|data|data-ascii: data-raw: data-urlencode: data-binary: G|get
  w|write-out: A|user-agent: b|cookie: e|referer: E|cert: cert-type: H|header: m|max-time: r|range: u|user: U|proxy-user: x|proxy: y: Y:
  z|time-cond: C|continue-at: url: cacert: capath: key: key-type: connect-timeout: retry: retry-delay: retry-max-time:
  limit-rate: max-filesize: max-redirs: resolve: connect-to: interface: noproxy: ciphers: tls-max: dns-servers: etag-compare:
  oauth2-bearer: proto: proto-redir: proto-default: parallel-max: local-port: create-file-mode: expect100-timeout:
  remote-name-all create-dirs no-clobber append basic digest anyauth ntlm negotiate compressed fail fail-with-body fail-early globoff
  head include insecure ipv4 ipv6 location location-trusted no-buffer no-keepalive no-progress-meter progress-bar
  parallel remote-time retry-all-errors retry-connrefused show-error silent ssl-reqd tcp-nodelay tlsv1 tlsv1.2 tlsv1.3
  socks4: socks4a: socks5: socks5-hostname: doh-url: url-query: crlfile: pinnedpubkey: pass: keepalive-time: speed-limit: speed-time: happy-eyeballs-timeout-ms:
  xattr ftp-pasv disable-epsv proxytunnel p verbose http1.0 http1.1 http2 http3 http2-prior-knowledge path-as-is raw styled-output no-sessionid disable netrc netrc-optional
  no-styled-output tr-encoding trace-time ssl sslv3 false-start cert-status no-alpn next`,
);

const keptFiles = ["D", "c", "trace", "trace-ascii", "stderr", "libcurl", "etag-save", "hsts", "alt-svc"];
const keyFiles = ["E", "key", "cacert", "capath", "crlfile"];
const asking = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

export const curl: Program = {
  names: ["curl"],
  use(args) {
    const [only] = args;
    if (args.length === 1 && /^(?:-h|-V|-M|--manual)$/.test(only?.text ?? "")) return useOf([]);
    const split = splitArguments(table, args);
    if (!split || split.has("next") || mayAskForMore(args)) return undefined;
    if (split.values("H").some(({ text }) => text?.startsWith("@"))) return undefined;
    const sends = split.has("d", "data-raw", "data-urlencode", "data-binary") && !split.has("G", "get");
    const methods = split.values("X");
    if (sends || methods.some(({ text }) => text === null || !asking.has(text.toUpperCase()))) return undefined;
    if (split.values("w").some(({ text }) => text === null || text.includes("%output") || text.startsWith("@"))) {
      return undefined;
    }
    // A type of its own, or the name of a scheme, makes it load a library that finds the key.
    if (split.values("cert-type", "key-type").some(({ text }) => !/^(?:pem|der|p12)$/i.test(text ?? "")))
      return undefined;
    if (split.values(...keyFiles).some(({ text }) => text === null || namesScheme(text))) return undefined;
    const addresses = [...split.values("url"), ...split.operands];
    const strange = addresses.some(({ text }) => text !== null && !isPlainAddress(text)) || split.has("proto-default");
    const kept = keptBy(split, addresses);
    // A word that is not known could be an option or any address; only a download to a place not known says as much.
    const unclear = split.mayHideOption || addresses.some(({ text }) => text === null);
    if (strange || (unclear && !kept.some(({ does }) => does === "write_somewhere"))) return undefined;
    return useOf([
      ...addresses.flatMap(({ text }): UseEffect[] => [{ does: "network", target: text ?? "an address not known" }]),
      ...kept,
    ]);
  },
};

function isPlainAddress(address: string): boolean {
  const end = address.indexOf("://");
  return end < 0 || ["http", "https", "file", "ftp", "ftps"].includes(address.slice(0, end).toLowerCase());
}

function keptBy(split: SplitArguments, addresses: readonly Word[]): UseEffect[] {
  const folder = split.value("output-dir")?.text ?? ".";
  const unknownFolder = split.value("output-dir")?.text === null;
  const place = (name: string): UseEffect[] =>
    unknownFolder ? [somewhere()] : written(inside(folder, name), "create_or_replace");
  const outputs = split.values("o").flatMap(({ text }) => {
    if (text === null) return [somewhere()];
    // `#1` is filled in from the address.
    if (text.includes("#")) return below(folder);
    return text === "-" ? [] : place(text);
  });
  const named = split.has("O", "remote-name-all")
    ? addresses.flatMap(({ text }) => {
        if (text === null) return [somewhere()];
        // With `-J` the server picks the name.
        const name = split.has("J") || /[{}[\]]/.test(text) ? null : downloadName(text, false);
        return name === null ? below(folder) : place(name);
      })
    : [];
  const files = split
    .values(...keptFiles)
    .flatMap((file) => (file.text === "-" ? [] : written(file, "create_or_replace")));
  return [...outputs, ...named, ...files, ...readsOf(split.values(...keyFiles, "etag-compare"))];
}
