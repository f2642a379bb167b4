import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type RoutingScene, routingScene, runFromAgent } from "./routing-scene.ts";

const text = (scene: RoutingScene, path: string) => readFileSync(join(scene.repo, path), "utf8");

describe("intentgate routing lint", () => {
  it("has nothing to say about a sound repository", async () => {
    const ran = await routingScene().run("routing", "lint");
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining("31 abilities"), err: "" });
  });

  it("names every fault with its file and a remedy, and fails", async () => {
    const scene = routingScene();
    rmSync(join(scene.repo, "docs/auth/roles.md"));
    rmSync(join(scene.repo, "scripts/ops.sh"));
    scene.put("routes/left.over.yaml", "scope: left\ntopic: over\nroutes: []\n");
    scene.put("docs/quality/pre-commit.md", `${text(scene, "docs/quality/pre-commit.md")}\nSee [this](nowhere.md).\n`);
    scene.put(
      "docs/data/backups.md",
      text(scene, "docs/data/backups.md").replace("summary:", "stages: [later]\nsummary:"),
    );
    scene.put("ABILITY.md", text(scene, "ABILITY.md").replace("| logs.tail |", "| logs.tall |"));
    const { problems } = await scene.json<{ problems: { code: string; file: string; remedy: string }[] }>(
      "routing",
      "lint",
    );
    const codes = problems.map(({ code, file }) => `${code} ${file}`);
    expect(codes).toEqual(
      expect.arrayContaining([
        "MISSING_FILE routes/services.auth.permissions.yaml",
        "MISSING_FILE .system/registry/config/certs.renew.yaml",
        "ORPHAN routes/left.over.yaml",
        "DEAD_LINK docs/quality/pre-commit.md",
        "UNKNOWN_STAGE docs/data/backups.md",
        "OUT_OF_STEP ABILITY.md",
      ]),
    );
    const shown = await scene.run("routing", "lint");
    expect(shown.code).toBe(1);
    expect(shown.err).toMatch(
      /DEAD_LINK {2}docs\/quality\/pre-commit\.md:\d+ {2}the link to "nowhere\.md" leads nowhere\n {6}Correct it/,
    );
  });

  it("is for an agent's shell too: it only tells", async () => {
    expect(await runFromAgent(routingScene(), "routing", "lint")).toMatchObject({ code: 0 });
  });

  it.each([[["routing"]], [["routing", "fix"]], [["routing", "lint", "x"]]])("%j is refused", async (words) => {
    expect((await routingScene().run(...words)).code).toBe(64);
  });
});

describe("intentgate ability sync", () => {
  it("brings the tables into step and leaves every other byte alone", async () => {
    const scene = routingScene();
    const sound = text(scene, "ABILITY.md");
    scene.put("ABILITY.md", `mine above\n${sound.replace(/\| logs\.tail .*\n/, "")}\nmine below`);
    expect((await scene.run("routing", "lint")).err).toContain('does not list "logs.tail"');
    expect((await scene.run("ability", "sync")).out).toBe("✔ wrote ABILITY.md\n");
    expect(text(scene, "ABILITY.md")).toBe(`mine above\n${sound}\nmine below`);
    expect((await scene.run("routing", "lint")).code).toBe(0);
    expect((await scene.run("ability", "sync")).out).toContain("up to date");
  });

  it("is not for an agent", async () => {
    const scene = routingScene();
    scene.put("ABILITY.md", "# mine\n");
    const ran = await runFromAgent(scene, "ability", "sync");
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("NOT_ALLOWED") });
    expect(text(scene, "ABILITY.md")).toBe("# mine\n");
  });
});
