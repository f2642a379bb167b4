/** Every host that a day is played with. */
import { claudeCode } from "./hosts/claude-code.ts";
import { codex } from "./hosts/codex.ts";
import { geminiCli } from "./hosts/gemini-cli.ts";
import { opencode } from "./hosts/opencode.ts";
import type { Seat } from "./seat.ts";

export const seats: readonly Seat[] = [claudeCode, codex, geminiCli, opencode];
