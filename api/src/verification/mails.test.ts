import { codeMail, linkMail, unclearMail } from "./mails.ts";

const asked = { at: new Date("2026-03-31T09:00:00Z"), amongSeveral: true, language: "fr" } as const;
const url = "https://souffleur.example/verify-email";

test.each([
  ["a link", linkMail(asked, url)],
  ["a code", codeMail(asked, "123456", url)],
  ["which registration is meant", unclearMail(url, "fr")],
])("the mail with %s says nothing of its reader's gender in French", (_what, { text }) => {
  expect(text).toContain("Bonjour,");
  expect(text).not.toMatch(/\bêtes (pas )?\p{L}+(é|i|it|u)(?!\p{L})/u);
});
