import { describe, expect, it } from "vitest";
import { readEvent, readEventType } from "./event-input.ts";

const defaults = { now: new Date("2025-01-15T09:00:00Z"), root: "/repo", session: "here" };
const read = (text: string, type: Parameters<typeof readEvent>[1] = null) =>
  readEvent(Buffer.from(text), type, defaults);

describe("an event that is told by hand", () => {
  it("is completed with what is left out", () => {
    expect(read('{"user_message":"hello"}', "UserPromptSubmit")).toEqual({
      ok: true,
      value: {
        isBare: true,
        event: {
          event_type: "UserPromptSubmit",
          session_id: "here",
          timestamp: "2025-01-15T09:00:00.000Z",
          repository_root: "/repo",
          user_message: "hello",
        },
      },
    });
    expect(read("  ", "SessionStop")).toMatchObject({ ok: true, value: { isBare: true } });
  });

  it("keeps what it says, and fields that nobody knows yet", () => {
    const event = {
      event_type: "SessionStop",
      session_id: "s",
      timestamp: "2025-01-15T11:30:00Z",
      changed_files: ["a"],
      later: { x: 1 },
    };
    expect(read(JSON.stringify(event))).toEqual({
      ok: true,
      value: { event: { ...event, repository_root: "/repo" }, isBare: false },
    });
  });

  it.each(["PreAbilityCall", "PostAbilityCall"] as const)(
    "is never left to the workspace for %s, which only a call makes",
    (type) => {
      const text = JSON.stringify({ ability_id: "x", status: "success" });
      expect(read(text, type)).toMatchObject({ ok: true, value: { isBare: false } });
    },
  );

  it.each<[string, string, string]>([
    ["SessionStop", "{", "the event is not one JSON object"],
    ["SessionStop", "null", "the event is not one JSON object"],
    ["SessionStop", "[]", "the event is not one JSON object"],
    ["SessionStop", "{}{}", "the event is not one JSON object"],
    ["SessionStop", '{"changed_files":"a"}', '"changed_files" must be a list of paths'],
    ["SessionStop", '{"changed_files":[1]}', '"changed_files" must be a list of paths'],
    ["SessionStop", '{"stage":"later"}', '"stage" must be one of understand, plan, act, review'],
    ["SessionStop", '{"session_id":""}', '"session_id" must be a text of 1 to 512 characters'],
    ["SessionStop", '{"session_id":"a\\u0007"}', '"session_id" must be a text of 1 to 512 characters'],
    ["SessionStop", `{"session_id":"${"x".repeat(513)}"}`, '"session_id" must be a text of 1 to 512 characters'],
    ["SessionStop", '{"timestamp":"soon"}', '"timestamp" must be a time'],
    ["SessionStop", '{"repository_root":7}', '"repository_root" must be a text'],
    ["SessionStop", '{"event_type":"SessionEnd"}', "the input is a SessionEnd, not a SessionStop"],
    ["SessionStop", '{"event_type":"SessionPause"}', '"SessionPause" is no event'],
    ["SessionStop", '{"event_type":7}', 'the event has no "event_type"'],
    ["PreAbilityCall", "{}", 'a PreAbilityCall needs "ability_id"'],
    ["PreAbilityCall", '{"ability_id":"a\\u0000b"}', '"ability_id" must be the id of an ability'],
    ["PostAbilityCall", '{"ability_id":"x"}', 'a PostAbilityCall needs "status"'],
    ["PostAbilityCall", '{"ability_id":"x","status":"ok"}', '"status" must be one of success, failure, skipped'],
    ["PostAbilityCall", '{"ability_id":"x","status":"success","duration_ms":-1}', '"duration_ms" must be a number'],
    ["PostAbilityCall", '{"ability_id":"x","status":"success","duration_ms":"1"}', '"duration_ms" must be a number'],
    ["UserPromptSubmit", "{}", 'a UserPromptSubmit needs "user_message"'],
    ["UserPromptSubmit", '{"user_message":1}', '"user_message" must be a text'],
  ])("%s %s is refused", (type, text, said) => {
    const known = readEventType(type);
    if (!known.ok) throw new Error(type);
    const answer = read(text, known.value);
    expect(answer.ok ? "" : answer.problems[0]?.message).toContain(said);
  });

  it("that is not UTF-8, or says no event at all, is refused", () => {
    expect(readEvent(Buffer.from([0x7b, 0xff, 0x7d]), "SessionStop", defaults)).toMatchObject({ ok: false });
    expect(read("{}")).toMatchObject({ ok: false, problems: [{ message: 'the event has no "event_type"' }] });
  });

  it.each([
    ["SessionStopp", "Did you mean SessionStop?"],
    ["sessionstop", "Did you mean SessionStop?"],
    ["constructor", "Events are UserPromptSubmit,"],
    ["", "Events are UserPromptSubmit,"],
  ])("of the type %j is none: %s", (word, remedy) => {
    const answer = readEventType(word);
    expect(answer.ok ? "" : answer.problems[0]?.remedy).toContain(remedy);
  });
});
