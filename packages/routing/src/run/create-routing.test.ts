import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { plantSmallRepository } from "../../../../test/support/routing/small-repository.ts";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createRouting } from "./create-routing.ts";
import type { RootRouting } from "./routing.ts";

let folder: string;
let root: string;
let routing: RootRouting;
let environment: string | null;

beforeEach(() => {
  folder = tempFolder("routing");
  root = join(folder, "root");
  plantSmallRepository(root);
  environment = "dev";
  routing = createRouting(root, {
    now: () => new Date(),
    stateDir: join(folder, "state"),
    env: {},
    environment: () => environment,
  });
});

const write = (path: string, text: string) => writeFileSync(join(root, path), text);

describe("what events are told of an ability", () => {
  it("is what the registry says, and nothing for tools", () => {
    expect(routing.abilityOf("mail.send")).toEqual({ id: "mail.send", operationKey: "mail.send", modules: ["mail"] });
    expect(routing.abilityOf("release_train")).toMatchObject({ operationKey: "workflow.release_train" });
    for (const id of ["write_to_file", "execute_command", "mcp.a.b", "ability_task_run", "nobody_knows"]) {
      expect(routing.abilityOf(id)).toBeNull();
    }
  });

  it("has a reserved name linted and never suggested", async () => {
    write(
      ".system/registry/low-level/x.yaml",
      'operation_key: mcp.files.write\nsummary: Sends a mail by post.\nrouting_hints: { keywords: ["post a letter"] }\n',
    );
    expect(routing.lint()).toContainEqual(
      expect.objectContaining({ code: "BAD_REGISTRY", file: ".system/registry/low-level/x.yaml" }),
    );
    const { abilities } = await routing.suggest({ prompt: "post a letter", stage: null, hints: [], intent: null });
    expect(abilities).toEqual([]);
  });
});

describe("suggesting", () => {
  const ask = (more: object = {}) =>
    routing.suggest({ prompt: "please send a mail to ann", stage: null, hints: [], intent: null, ...more });

  it("finds abilities and documents, and is silent where nothing fits", async () => {
    expect((await ask()).abilities).toMatchObject([{ id: "mail.send" }]);
    const versions = await ask({ prompt: "how do I choose the version number of a release?" });
    expect(versions.documents.map(({ path }) => path)).toContain("docs/versions.md");
    expect(versions.text).toContain("<suggested_documents>");
    expect(await ask({ prompt: "what is the weather like" })).toEqual({
      abilities: [],
      documents: [],
      text: "",
      notes: [],
    });
  });

  it("keeps abilities of other environments to itself, also when a hook names them", async () => {
    environment = "production";
    const { abilities, notes } = await ask({
      hints: [
        { id: "mail.send", reason: "r", confidence: 1 },
        { id: "rm_rf", reason: "r", confidence: null },
      ],
    });
    expect(abilities).toEqual([]);
    expect(notes.join()).toMatch(/mail\.send.*rm_rf/s);
  });

  it("answers a structured intent of a hook within its scope, topic and stage", async () => {
    const intent = {
      scope: "ops.releases",
      topic: "versioning",
      stage: "act" as const,
      intent: "write_release_notes_of_version",
      signals: {},
    };
    const { documents } = await ask({ prompt: "", intent });
    expect(documents.map(({ path }) => path)).toEqual(["docs/versions.md", "docs/notes-example.md"]);
    expect((await ask({ prompt: "", intent: { ...intent, scope: "billing" } })).documents).toEqual([]);
    const planning = await ask({ prompt: "", stage: "act", intent: { ...intent, stage: "plan" as const } });
    expect(planning.documents.map(({ path }) => path)).toEqual(["docs/versions.md"]);
  });

  it("learns from weights: of two that fit, the one that hooks weigh goes first", async () => {
    const twin = (id: string) =>
      `operation_key: ${id}\nsummary: Resize a picture.\nrouting_hints: { keywords: ["resize a picture"] }\n`;
    write(".system/registry/low-level/a.yaml", twin("pictures.alpha"));
    write(".system/registry/low-level/b.yaml", twin("pictures.beta"));
    const first = async () => (await ask({ prompt: "resize a picture" })).abilities[0]?.id;
    expect(await first()).toBe("pictures.alpha");
    expect(await routing.learn([{ ability_id: "pictures.beta", signal: "frequent_usage", weight: 0.7 }])).toEqual([]);
    expect(await first()).toBe("pictures.beta");
  });
});
