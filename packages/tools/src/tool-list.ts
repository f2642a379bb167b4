/** Every native tool, in the order a model sees them. A new tool is one file and one line here. */
import type { Tool } from "./define-tool.ts";
import { applyDiff } from "./tools/apply-diff.ts";
import { applyPatch } from "./tools/apply-patch.ts";
import { deleteFile } from "./tools/delete-file.ts";
import { edit, editFile, searchReplace } from "./tools/edit.ts";
import { executeCommand } from "./tools/execute-command.ts";
import {
  attemptCompletion,
  listIntents,
  proposeIntent,
  recordLesson,
  requestScopeExpansion,
  selectActiveIntent,
} from "./tools/gate-tools.ts";
import { listFiles } from "./tools/list-files.ts";
import { readFile } from "./tools/read-file.ts";
import { searchFiles } from "./tools/search-files.ts";
import { stat } from "./tools/stat.ts";
import { writeToFile } from "./tools/write-to-file.ts";

export const toolList: readonly Tool[] = [
  readFile,
  listFiles,
  searchFiles,
  stat,
  writeToFile,
  applyDiff,
  edit,
  searchReplace,
  editFile,
  applyPatch,
  deleteFile,
  executeCommand,
  selectActiveIntent,
  listIntents,
  proposeIntent,
  requestScopeExpansion,
  recordLesson,
  attemptCompletion,
];
