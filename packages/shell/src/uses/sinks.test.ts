import { describe, expect, it } from "vitest";
import { isDescriptor, isSink, streamOf } from "./sinks.ts";

describe("where nothing stays", () => {
  it.each(["/dev/null", "/dev/tty", "/dev/zero", "/dev/full"])("is %s", (path) => {
    expect(isSink(path)).toBe(true);
  });

  it.each([
    ..."/dev/sda /dev/nullx /dev/fd/ /dev/fd/1x /dev/shm/x /proc/self/mem /proc/sysrq-trigger /dev/mem dev/null".split(
      " ",
    ),
    ..."/dev/stdin /dev/stdout /dev/stderr /dev/fd/0 /dev/fd/1 /dev/fd/3 /dev/fd/63 /proc/self/fd/2 /dev/pts/0".split(
      " ",
    ),
  ])("is not %s", (path) => {
    expect(isSink(path)).toBe(false);
  });
});

describe("the name of a stream", () => {
  it.each([
    ["/dev/stdout", 1],
    ["/dev/fd/1", 1],
    ["/dev/stderr", 2],
    ["/dev/fd/2", 2],
    ["/dev/fd/63", 63],
  ])("%s is that of %i", (path, stream) => {
    expect(streamOf(path)).toBe(stream);
  });

  it.each(
    "/dev/stdin /dev/fd/0 /dev/fd/3 /dev/fd/62 /proc/self/fd/1 /proc/1/fd/2 /proc/thread-self/fd/1 /proc/self/task/1/fd/1".split(
      " ",
    ),
  )("%s leads to what was opened, whatever it is", (path) => {
    expect(streamOf(path)).toBeUndefined();
    expect(isDescriptor(path)).toBe(true);
  });

  it.each(["/dev/null", "/dev/fdx", "/proc/self/status", "fd/3", "/dev/stdin2"])("%s is no open file", (path) => {
    expect(streamOf(path)).toBeUndefined();
    expect(isDescriptor(path)).toBe(false);
  });
});
