/** Containers and clusters where they are only looked at. */
import type { Program } from "../../uses/program.ts";
import { tool } from "./tool.ts";

const listed = "-aqls n: all quiet no-trunc f|filter: format: last: latest size digests tree";
const inspected = "f|format: s|size type: verbose pretty";
const told = "-ft n|tail: follow timestamps since: until: details no-log-prefix no-color";

const docker = [
  ...[
    "ps",
    "images",
    "container ls",
    "container list",
    "container ps",
    "image ls",
    "image list",
    "volume ls",
    "volume list",
  ].map((verb) => `${verb}: ${listed}`),
  ...[
    "network ls",
    "network list",
    "context ls",
    "context list",
    "plugin ls",
    "secret ls",
    "config ls",
    "node ls",
    "node ps",
    "stack ls",
  ].map((verb) => `${verb}: ${listed}`),
  ...["stack ps", "stack services", "service ls", "service ps", "buildx ls", "image history", "history"].map(
    (verb) => `${verb}: ${listed} H|human`,
  ),
  ...[
    "",
    "container ",
    "image ",
    "volume ",
    "network ",
    "context ",
    "plugin ",
    "secret ",
    "config ",
    "node ",
    "service ",
    "manifest ",
  ].map((kind) => `${kind}inspect: ${inspected}`),
  ...["logs", "container logs", "service logs"].map((verb) => `${verb}: ${told}`),
  ...[
    "top",
    "port",
    "diff",
    "container top",
    "container port",
    "container diff",
    "context show",
    "buildx version",
    "buildx du",
  ].map((verb) => `${verb}:`),
  ...["stats", "container stats"].map((verb) => `${verb}: -a all no-stream no-trunc format:`),
  ...["info", "version", "system info"].map((verb) => `${verb}: f|format:`),
  ...["events", "system events"].map((verb) => `${verb}: f|filter: format: since: until:`),
  "system df: v|verbose format:",
  "search: limit: f|filter: format: no-trunc",
];

const compose = [
  `ps: ${listed} services status: orphans no-orphans`,
  `logs: ${told}`,
  "ls: -aq all quiet filter: format:",
  "images: -q quiet format:",
  "top:",
  "port: protocol: index:",
  "version: short f|format:",
];

const composeAnywhere = "f|file: p|project-name: profile: ansi: compatibility";

const kube = `n|namespace: context: cluster: user: A|all-namespaces request-timeout: o|output: l|selector: v:`;
const kubeShown = `-wfpLR c|container: watch watch-only show-labels show-kind show-managed-fields? label-columns: tail: since: since-time: previous follow
  sort-by: field-selector: no-headers timestamps prefix all-containers ignore-not-found chunk-size: subresource: short recursive
  containers use-protocol-buffers api-group: namespaced? verbs: api-version: show-events? client minify flatten raw revision: timeout: for: list quiet q`;

export const containerPrograms: readonly Program[] = [
  tool({
    names: "docker podman nerdctl",
    anywhere: "D|debug context: log-level:",
    tells: "-v -h help version info",
    shows: [...docker, ...compose.map((way) => `compose ${way}`)],
    helps:
      "run exec build pull push compose rm rmi stop start kill logs ps images volume network system image container",
  }),
  tool({ names: "docker-compose podman-compose", anywhere: composeAnywhere, tells: "-v version", shows: compose }),
  tool({
    names: "kubectl oc",
    anywhere: kube,
    tells: "-h help version options",
    shows: [
      ...[
        "get",
        "describe",
        "logs",
        "top pod",
        "top pods",
        "top node",
        "top nodes",
        "top",
        "explain",
        "events",
        "wait",
      ],
      ...[
        "api-resources",
        "api-versions",
        "cluster-info",
        "version",
        "rollout status",
        "rollout history",
        "auth can-i",
        "auth whoami",
      ],
      ...[
        "config view",
        "config get-contexts",
        "config get-clusters",
        "config get-users",
        "config current-context",
        "plugin list",
      ],
    ].map((verb) => `${verb}: ${kubeShown}`),
    helps:
      "get describe delete apply create edit patch scale exec logs run rollout drain cordon label annotate config port-forward",
  }),
  tool({
    names: "helm",
    anywhere: "n|namespace: kube-context: debug",
    tells: "version env help",
    shows: [
      ...["list", "ls"].map(
        (verb) =>
          `${verb}: -Aaqr all all-namespaces o|output: f|filter: l|selector: m|max: offset: short deployed failed pending superseded`,
      ),
      "status: o|output: revision: show-resources",
      "history: o|output: max:",
      ...["all", "hooks", "manifest", "notes", "values", "metadata"].map(
        (what) => `get ${what}: a|all o|output: revision:`,
      ),
      ...["all", "chart", "readme", "values", "crds"].map((what) => `show ${what}: version: repo: devel`),
      "search repo: l|versions version: o|output: r|regexp devel",
      "search hub: o|output: max-col-width: list-repo-url",
      "repo list: o|output:",
      "plugin list:",
      "version: short template:",
    ],
    helps: "install upgrade uninstall rollback template lint package pull push repo",
  }),
];
