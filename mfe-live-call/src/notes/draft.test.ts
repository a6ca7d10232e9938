import fc from "fast-check";
import {
  appendReply,
  callsWithDraft,
  draftKey,
  parseDraft,
  readDraft,
  reconcile,
  writeDraft,
} from "./draft.ts";

afterEach(() => localStorage.clear());

describe("a draft and the server's notes", () => {
  test.each([
    ["where the server's did not change, the draft", { text: "a b", base: "a" }, "a", "a b"],
    ["where the draft is what the server has, one of them", { text: "a", base: "" }, "a", "a"],
    [
      "where both changed, what was added here behind what is there",
      { text: "a\nb", base: "a" },
      "a\nc",
      "a\nc\nb",
    ],
    ["where the draft was made from nothing, both", { text: "b", base: "" }, "c", "c\nb"],
    ["where the draft rewrote what it was made from, both", { text: "x", base: "a" }, "c", "c\nx"],
    ["where the draft was emptied, nothing", { text: "", base: "a" }, "a", ""],
  ])("become, %s", (_name, draft, server, expected) => {
    expect(reconcile(draft, server)).toBe(expected);
  });

  test("lose no word that was added on either side", () => {
    const text = fc.array(fc.constantFrom("prix", "mardi", "rappeler", "\n", " "), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (base, here, there) => {
        const before = base.join("");
        const kept = reconcile({ text: before + here.join(""), base: before }, before + there.join(""));
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
  writeDraft(draftKey("u1", "c1"), { text: "a", base: "" });
  writeDraft(draftKey("u1", undefined), { text: "b", base: "" });
  writeDraft(draftKey("u2", "c2"), { text: "c", base: "" });
  expect(callsWithDraft("u1")).toEqual(["c1"]);
  expect(readDraft(draftKey("u1", "c1"))).toEqual({ text: "a", base: "" });
  writeDraft(draftKey("u1", "c1"), undefined);
  expect(callsWithDraft("u1")).toEqual([]);
});

test.each([null, "", "no", "{}", '{"text":1,"base":""}'])("that can't be read (%j) is none", (value) => {
  expect(parseDraft(value)).toBeUndefined();
});
