/** Several servers as one: lists are joined, names carry the server's, everything else goes to whom it concerns. */
import { errorOf, type RpcParams, type RpcRequest, resultOf, rpcCodes } from "@intentgate/json-rpc";
import manifest from "../../package.json" with { type: "json" };
import { instructionsWith, offeredName, renamed, toolBehind, withOwnTools, withTools } from "./listed-tools.ts";
import type { Router } from "./router.ts";
import type { Received, ServerLink } from "./server-link.ts";

type Result = Record<string, unknown>;
type Answers = Record<string, (request: RpcRequest) => Promise<Received>>;

/** More pages than an honest list has. */
const MOST_PAGES = 1_000;

export function severalServers(links: readonly ServerLink[]): Router {
  /** Which server listed a resource. */
  const owners = new Map<string, ServerLink>();
  let count = 0;

  const having = (capability: string) =>
    links.filter((link) => link.isUp() && link.capabilities[capability] !== undefined);

  async function initialize(request: RpcRequest): Promise<Received> {
    const all = await Promise.all(links.map(async (link) => ({ link, ...(await link.ask(request)) })));
    const results: Result[] = [];
    for (const { link, response } of all) {
      if ("error" in response) continue;
      const result = (response.result ?? {}) as Result;
      link.capabilities = (result.capabilities ?? {}) as Result;
      if (typeof result.protocolVersion === "string") link.agreed(result.protocolVersion);
      results.push(result);
    }
    if (results.length === 0) return all[0] as Received;
    // The oldest of them is the one that all understand.
    const versions = results.flatMap(({ protocolVersion }) =>
      typeof protocolVersion === "string" ? [protocolVersion] : [],
    );
    return done(request, {
      protocolVersion: versions.toSorted()[0],
      capabilities: withTools(Object.assign({}, ...results.map(({ capabilities }) => capabilities))),
      serverInfo: { name: "intentgate-gateway", title: "Intentgate", version: manifest.version },
      instructions: instructionsWith(results.map(({ instructions }) => instructions)),
    });
  }

  /** Every page of every server that has such things; one that fails is left out. */
  async function gathered(
    method: string,
    capability: string,
    key: string,
  ): Promise<{ link: ServerLink; entry: Result }[]> {
    const lists = await Promise.all(
      having(capability).map(async (link) => {
        const entries: Result[] = [];
        let cursor: unknown;
        for (let page = 0; page < MOST_PAGES; page += 1) {
          count += 1;
          const params: RpcParams = cursor === undefined ? {} : { cursor };
          const { response } = await link.ask({ jsonrpc: "2.0", id: `intentgate-list-${count}`, method, params });
          if ("error" in response) break;
          const result = (response.result ?? {}) as Result;
          entries.push(...(Array.isArray(result[key]) ? (result[key] as Result[]) : []));
          cursor = result.nextCursor;
          if (cursor === undefined || cursor === null) break;
        }
        return entries.map((entry) => ({ link, entry }));
      }),
    );
    return lists.flat();
  }

  const named = async (method: string, capability: string, key: string) =>
    (await gathered(method, capability, key)).flatMap(({ link, entry }) =>
      renamed([entry], (old) => offeredName(link.spec.name, old, true)),
    );

  async function resources(method: string, key: string, uri: string): Promise<Result[]> {
    const found = await gathered(method, "resources", key);
    for (const { link, entry } of found) if (typeof entry[uri] === "string") owners.set(entry[uri], link);
    return found.map(({ entry }) => entry);
  }

  /** A resource that nobody listed may still be one: whoever knows it answers. */
  async function byUri(request: RpcRequest, uri: unknown): Promise<Received> {
    const owner = typeof uri === "string" ? owners.get(uri) : undefined;
    const asked = owner ? [owner] : having("resources");
    let last: Received = no(request, `no server has the resource ${JSON.stringify(uri)}`);
    for (const link of asked) {
      last = await link.ask(request);
      if (!("error" in last.response)) return last;
    }
    return last;
  }

  function byName(request: RpcRequest, name: unknown, params: (name: string) => RpcParams): Promise<Received> {
    for (const link of links) {
      const behind = typeof name === "string" ? toolBehind(link.spec.name, name, true) : null;
      if (behind !== null) return link.ask({ ...request, params: params(behind) });
    }
    return Promise.resolve(no(request, `no server has a prompt ${JSON.stringify(name)}`));
  }

  const answers: Answers = {
    initialize,
    ping: async (request) => done(request, {}),
    "tools/list": async (request) =>
      done(request, { tools: withOwnTools(await named("tools/list", "tools", "tools"), true) }),
    "prompts/list": async (request) => done(request, { prompts: await named("prompts/list", "prompts", "prompts") }),
    "resources/list": async (request) =>
      done(request, { resources: await resources("resources/list", "resources", "uri") }),
    "resources/templates/list": async (request) =>
      done(request, {
        resourceTemplates: await resources("resources/templates/list", "resourceTemplates", "uriTemplate"),
      }),
    "resources/read": (request) => byUri(request, request.params?.uri),
    "resources/subscribe": (request) => byUri(request, request.params?.uri),
    "resources/unsubscribe": (request) => byUri(request, request.params?.uri),
    "prompts/get": (request) => byName(request, request.params?.name, (name) => ({ ...request.params, name })),
    "completion/complete"(request) {
      const ref = (request.params?.ref ?? {}) as Result;
      if (ref.type !== "ref/prompt") return byUri(request, ref.uri);
      return byName(request, ref.name, (name) => ({ ...request.params, ref: { ...ref, name } }));
    },
    async "logging/setLevel"(request) {
      await Promise.all(having("logging").map((link) => link.ask(request)));
      return done(request, {});
    },
  };

  return {
    answer(request) {
      const known = Object.hasOwn(answers, request.method) ? answers[request.method] : undefined;
      return known
        ? known(request)
        : Promise.resolve(no(request, `${request.method} is not known here`, rpcCodes.noMethod));
    },
    toolNamed(offered) {
      for (const link of links) {
        const tool = toolBehind(link.spec.name, offered, true);
        if (tool !== null) return { link, tool };
      }
      return null;
    },
  };
}

function done(request: RpcRequest, result: Result): Received {
  return { response: resultOf(request.id, result), text: null };
}

function no(request: RpcRequest, message: string, code: number = rpcCodes.params): Received {
  return { response: errorOf(request.id, code, message), text: null };
}
