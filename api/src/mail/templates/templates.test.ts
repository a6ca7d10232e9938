import { mailTemplates } from "./templates.ts";

test.each(Object.entries(mailTemplates))(
  "the mail %s says nothing of its reader's gender in French",
  (_kind, template) => {
    const { text } = template.showExample("fr");
    expect(text).toMatch(/^Bonjour(?: Camille)?,|^Camille Roux/u);
    expect(text).not.toMatch(/\bêtes (pas )?\p{L}+(é|i|it|u)(?!\p{L})/u);
  },
);
