/** Programs of macOS where they only tell. */
import type { Program } from "../../uses/program.ts";
import { reading } from "../../uses/reading-program.ts";
import { tool } from "./tool.ts";

export const macPrograms: readonly Program[] = [
  tool({
    names: "defaults",
    anywhere: "-g -currentHost",
    tells: "domains help",
    shows: ["read:", "read-type:", "find:"],
  }),
  tool({
    names: "diskutil",
    shows: ["list:", "info:", "apfs list:", "activity:", "listFilesystems:", "cs list:", "appleRAID list:"],
  }),
  tool({
    names: "launchctl",
    tells: "list version help",
    shows: ["list:", "print:", "print-disabled:", "print-cache:", "blame:", "procinfo:", "hostinfo:", "getenv:"],
  }),
  tool({ names: "plutil", shows: ["-p:", "-lint:", "-help:"] }),
  tool({
    names: "pkgutil",
    shows: [
      "--pkgs:",
      "--pkgs-plist:",
      "--files:",
      "--pkg-info:",
      "--file-info:",
      "--pkg-groups:",
      "--groups:",
      "--check-signature:",
    ],
  }),
  tool({ names: "scutil", shows: ["--dns:", "--proxy:", "--nwi:", "--get:", "-r:"] }),
  tool({
    names: "tmutil",
    tells: "status version latestbackup listbackups destinationinfo",
    shows: ["status:", "listlocalsnapshots:", "listlocalsnapshotdates:", "isexcluded:", "machinedirectory:"],
  }),
  tool({
    names: "codesign",
    shows: ["-d: v verbose?", "--display: v verbose?", "-v:", "--verify: v verbose? deep strict"],
  }),
  tool({ names: "lipo", shows: ["-info:", "-archs:", "-detailed_info:"] }),
  tool({ names: "xattr", shows: ["-l:", "-p:", "-h:"] }),
  tool({ names: "spctl", shows: ["--status:"] }),
  tool({ names: "pmset", shows: ["-g:"] }),
  reading({ names: "mdls", options: "-r name: n: raw nullMarker:", operands: "files", couldDoMore: true }),
  reading({
    names: "system_profiler",
    options: "-xl json detailLevel: listDataTypes xml",
    operands: "text",
    couldDoMore: true,
  }),
  reading({ names: "vm_stat", options: "c:", operands: "text" }),
];
