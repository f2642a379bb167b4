import { expect, it } from "vitest";
import * as tools from "./index.ts";

it("exports exactly what is meant", () => {
  expect(Object.keys(tools).sort()).toEqual([
    "MovedFolderError",
    "PlanError",
    "createNativeTools",
    "defaultLimits",
    "holdFolder",
    "holdFolders",
    "stageFile",
    "stagedBy",
  ]);
});
