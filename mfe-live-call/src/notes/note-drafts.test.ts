import fc from "fast-check";
import { parseDraft, readDraft, writeDraft } from "../autosave/draft.ts";
import { appendReply, callsWithNotes, notesPlace, reconcile } from "./note-drafts.ts";

afterEach(() => localStorage.clear());

describe("a draft and the server's notes", () => {
  test.each([
    ["where the server's did not change, the draft", { value: "a b", base: "a" }, "a", "a b"],
    ["where the draft is what the server has, one of them", { value: "a", base: "" }, "a", "a"],
    [
      "where both changed, what was added here behind what is there",
      { value: "a\nb", base: "a" },
      "a\nc",
      "a\nc\nb",
    ],
    ["where the draft was made from nothing, both", { value: "b", base: "" }, "c", "c\nb"],
    ["where the draft rewrote what it was made from, both", { value: "x", base: "a" }, "c", "c\nx"],
    ["where the draft was emptied, nothing", { value: "", base: "a" }, "a", ""],
  ])("become, %s", (_name, draft, server, expected) => {
    expect(reconcile(draft, server)).toBe(expected);
  });

  test("lose no word that was added on either side", () => {
    const text = fc.array(fc.constantFrom("prix", "mardi", "rappeler", "\n", " "), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (base, here, there) => {
        const before = base.join("");
        const kept = reconcile({ value: before + here.join(""), base: before }, before + there.join(""));
        expect(kept).toContain(there.join("").trim());
        expect(kept).toContain(here.join("").trim());
      }),
    );
  });
});

test("puts a reply on a line of its own", () => {
  expect(appendReply("", "Bonjour.")).toBe("Bonjour.");
  expect(appendReply("Note", "Bonjour.")).toBe("Note\nBonjour.");
  expect(appendReply("Note\n", "Bonjour.")).toBe("Note\nBonjour.");
});

test("is kept a person and a call", () => {
  writeDraft(notesPlace("u1", "c1"), { value: "a", base: "" });
  writeDraft(notesPlace("u1", undefined), { value: "b", base: "" });
  writeDraft(notesPlace("u2", "c2"), { value: "c", base: "" });
  expect(callsWithNotes("u1")).toEqual(["c1"]);
  expect(readDraft(notesPlace("u1", "c1"))).toEqual({ value: "a", base: "" });
  writeDraft(notesPlace("u1", "c1"), undefined);
  expect(callsWithNotes("u1")).toEqual([]);
});

test.each([null, "", "no", "{}", '{"text":1,"base":""}'])("that can't be read (%j) is none", (value) => {
  expect(parseDraft(notesPlace("u1", "c1"), value)).toBeUndefined();
});
