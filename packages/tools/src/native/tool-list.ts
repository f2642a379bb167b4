/** Every native tool, in the order a model sees them. A new tool is one file and one line here. */
import type { Tool } from "../define/define-tool.ts";
import { applyDiff } from "./apply-diff.ts";
import { applyPatch } from "./apply-patch.ts";
import { deleteFile } from "./delete-file.ts";
import { edit, editFile, searchReplace } from "./edit.ts";
import { executeCommand } from "./execute-command.ts";
import {
  attemptCompletion,
  listIntents,
  proposeIntent,
  recordLesson,
  requestScopeExpansion,
  selectActiveIntent,
} from "./gate-tools.ts";
import { listFiles } from "./list-files.ts";
import { readFile } from "./read-file.ts";
import { searchFiles } from "./search-files.ts";
import { stat } from "./stat.ts";
import { writeToFile } from "./write-to-file.ts";

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
