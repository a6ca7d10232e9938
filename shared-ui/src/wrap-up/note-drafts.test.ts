import { parseDraft, readDraft, writeDraft } from "@souffleur/shared-ui/saving";
import fc from "fast-check";
import { appendText, notesPlace, reconcile } from "./note-drafts.ts";

afterEach(() => localStorage.clear());

describe("merging a draft with the server's notes", () => {
  test.each([
    ["the draft, if the server's notes did not change", { value: "a b", base: "a" }, "a", "a b"],
    ["either, if both are the same", { value: "a", base: "" }, "a", "a"],
    [
      "the server's notes and then the added text, if both changed",
      { value: "a\nb", base: "a" },
      "a\nc",
      "a\nc\nb",
    ],
    ["both, if the draft was based on nothing", { value: "b", base: "" }, "c", "c\nb"],
    ["both, if the draft replaced its base", { value: "x", base: "a" }, "c", "c\nx"],
    ["nothing, if the draft was emptied", { value: "", base: "a" }, "a", ""],
  ])("returns %s", (_name, draft, server, expected) => {
    expect(reconcile(draft, server)).toBe(expected);
  });

  test("loses no word that was added on either side", () => {
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

test("a reply is appended on a line of its own", () => {
  expect(appendText("", "Bonjour.")).toBe("Bonjour.");
  expect(appendText("Note", "Bonjour.")).toBe("Note\nBonjour.");
  expect(appendText("Note\n", "Bonjour.")).toBe("Note\nBonjour.");
});

test("drafts are stored by user and call", () => {
  writeDraft(notesPlace("u1", "c1"), { value: "a", base: "" });
  writeDraft(notesPlace("u1"), { value: "b", base: "" });
  writeDraft(notesPlace("u2", "c1"), { value: "c", base: "" });
  expect(readDraft(notesPlace("u1", "c1"))).toEqual({ value: "a", base: "" });
  writeDraft(notesPlace("u1", "c1"), undefined);
  expect(readDraft(notesPlace("u1", "c1"))).toBeUndefined();
  expect(readDraft(notesPlace("u1"))?.value).toBe("b");
  expect(readDraft(notesPlace("u2", "c1"))?.value).toBe("c");
});

test.each([null, "", "no", "{}", '{"text":1,"base":""}'])("an unreadable draft is ignored: %j", (value) => {
  expect(parseDraft(notesPlace("u1", "c1"), value)).toBeUndefined();
});
