import { expect, it } from "vitest";
import { isKeyPlace } from "./key-places.ts";

it.each([
  ".ssh",
  ".ssh/id_rsa",
  ".ssh/deep/config",
  ".aws/credentials",
  ".netrc",
  ".config/gh/hosts.yml",
  ".gnupg/a.key",
])("%s is a key or holds some", (path) => expect(isKeyPlace(path)).toBe(true));

it.each([
  ".ssh/id_rsa.pub",
  ".ssh/config",
  ".ssh/known_hosts",
  ".ssh/known_hosts.old",
  ".ssh/authorized_keys",
  ".sshrc",
  ".netrc.md",
  ".config/git/config",
  "work/.ssh/id_rsa",
  "",
])("%s is none", (path) => expect(isKeyPlace(path)).toBe(false));
