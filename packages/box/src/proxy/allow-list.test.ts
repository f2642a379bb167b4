import { describe, expect, it } from "vitest";
import { isAllowed, parseAllowedHost, parseTarget } from "./allow-list.ts";
import { isOwnAddress } from "./own-address.ts";

describe("what a person may write down", () => {
  it.each([
    ["registry.npmjs.org", { host: "registry.npmjs.org", port: null }],
    ["Registry.NPMJS.org.", { host: "registry.npmjs.org", port: null }],
    ["*.example.org:8443", { host: "*.example.org", port: 8443 }],
    ["127.0.0.1:4873", { host: "127.0.0.1", port: 4873 }],
    ["[::1]:4873", { host: "::1", port: 4873 }],
    ["0:0:0:0:0:0:0:1", { host: "::1", port: null }],
    ["localhost", { host: "localhost", port: null }],
  ])("is %s", (text, wanted) => {
    expect(parseAllowedHost(text)).toEqual(wanted);
  });

  it.each([
    ...["", "*", "*.", "*.org", "a.*.org", "https://a.org", "a.org/x", "u@a.org", "a.org:0", "a.org:70000", "a.org:x"],
    ...[
      "a b.org",
      "-a.org",
      "a..org",
      "127.1",
      "0x7f.1",
      "2130706433",
      "[a.org]",
      "[127.0.0.1]",
      "::1:",
      "a\n.org",
      "a".repeat(300),
    ],
  ])("is not %j", (text) => {
    expect(parseAllowedHost(text)).toBeNull();
  });
});

describe("what a client may ask for", () => {
  it.each([
    "a.org",
    "a.org:",
    "u:p@a.org:443",
    "a.org:443/x",
    "*.a.org:443",
    "http://a.org:443",
    "a.org:443 ",
    "127.1:80",
    "[::1",
    "",
  ])("is not %j", (text) => {
    expect(parseTarget(text)).toBeNull();
  });
});

describe("a list", () => {
  const allowed = ["a.org", "*.b.org", "c.org:8443", "10.0.0.1:80"].flatMap((text) => parseAllowedHost(text) ?? []);
  it.each(["a.org:443", "A.org:80", "x.b.org:443", "y.x.b.org:443", "c.org:8443", "10.0.0.1:80"])(
    "lets %s through",
    (text) => {
      const target = parseTarget(text);
      expect(target && isAllowed(target, allowed)).toBe(true);
    },
  );
  it.each([
    ...[
      "a.org:22",
      "a.org:8443",
      "x.a.org:443",
      "b.org:443",
      "xb.org:443",
      "a.org.evil.net:443",
      "c.org:443",
      "d.org:443",
    ],
    ...["10.0.0.1:443", "10.0.0.2:80", "evil-b.org:443", ".b.org:443"],
  ])("does not let %s through", (text) => {
    const target = parseTarget(text);
    expect(target !== null && isAllowed(target, allowed)).toBe(false);
  });
});

describe("an address of this machine or around it", () => {
  it.each([
    ...[
      "127.0.0.1",
      "127.9.9.9",
      "0.0.0.0",
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
      "169.254.169.254",
    ],
    ...[
      "100.100.100.200",
      "192.0.0.192",
      "224.0.0.1",
      "255.255.255.255",
      "::",
      "::1",
      "::127.0.0.1",
      "::ffff:127.0.0.1",
    ],
    ...[
      "::ffff:8.8.8.8",
      "fe80::1",
      "fd00:ec2::254",
      "fc00::1",
      "ff02::1",
      "64:ff9b::7f00:1",
      "2002:7f00:1::",
      "2001:0:1::1",
    ],
  ])("is %s", (address) => {
    expect(isOwnAddress(address)).toBe(true);
  });
  it.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "192.1.0.1", "2606:4700::1", "2a00:1450::1"])(
    "is not %s",
    (address) => {
      expect(isOwnAddress(address)).toBe(false);
    },
  );
});
