import fc from "fast-check";
import { followUpMail, mailtoOf } from "./follow-up-mail.ts";

const call = {
  names: { agent: "Camille Laurent", client: "Sophie Girard" },
  startedAt: Date.UTC(2026, 2, 12, 10),
  senderOf: (seq: number) => (seq % 2 === 1 ? ("agent" as const) : ("client" as const)),
};

test("a mail has the promises of both sides and the agent's figures, and no objection", () => {
  const points = [
    { kind: "objection" as const, text: "C'est trop cher", lines: [2] },
    { kind: "figure" as const, text: "dix mille euros", lines: [3] },
    { kind: "figure" as const, text: "mon budget de huit mille", lines: [4] },
    { kind: "promise" as const, text: "je vous envoie le contrat mardi", lines: [5] },
    { kind: "promise" as const, text: "je le signe jeudi !", lines: [6] },
  ];
  const { subject, body } = followUpMail({ ...call, summary: { provider: "rules", points } });
  expect(subject).toBe("Suite à notre échange du 12 mars");
  expect(body.replaceAll("\u00a0", " ")).toBe(
    [
      "Bonjour Sophie Girard,",
      "Merci pour notre échange du 12 mars.",
      "Comme convenu, de mon côté :\n- Je vous envoie le contrat mardi.",
      "De votre côté, vous m’avez dit :\n- Je le signe jeudi !",
      "Les chiffres dont nous avons parlé :\n- Dix mille euros.",
      "Je reste à votre disposition pour toute question.",
      "Bien cordialement,\nCamille Laurent",
    ].join("\n\n"),
  );
});

test("a call without promises has a short mail, to a customer without a name too", () => {
  const names = { agent: "Camille", client: " " };
  const { body } = followUpMail({ ...call, names, summary: { provider: "rules", points: [] } });
  expect(body).toMatch(/^Bonjour,\n\nMerci [^\n]*\n\nJe reste [^\n]*\n\nBien cordialement,\nCamille$/);
});

test("the address keeps every character, and is cut at a row where it would be too long", () => {
  const mail = { subject: "Prix & délais", body: "Bonjour,\n100 % d’accord ? #1\nÀ bientôt 👋" };
  const { searchParams } = new URL(mailtoOf(mail));
  expect([searchParams.get("subject"), searchParams.get("body")]).toEqual([
    mail.subject,
    mail.body.replaceAll("\n", "\r\n"),
  ]);
  const long = new URL(mailtoOf({ ...mail, body: "é".repeat(100).concat("\n").repeat(20) })).searchParams.get(
    "body",
  );
  expect(long).toMatch(/^(?:é{100}\r\n)+…$/);
});

test("no text makes an address that is too long, has a line break, or cannot be read", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 3000 }), (body) => {
      const address = mailtoOf({ subject: "Suite", body });
      expect(address.length).toBeLessThanOrEqual(2000);
      expect(address).toMatch(/^mailto:\?subject=Suite&body=[\w.!~*'()%-]*$/);
      expect(() => decodeURIComponent(address)).not.toThrow();
    }),
  );
});
