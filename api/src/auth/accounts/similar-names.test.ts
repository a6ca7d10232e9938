import { areSimilarNames, nameStart } from "./similar-names.ts";

test.each([
  ["Acme", "ACME S.A.S."],
  ["Acme", "Acme SARL"],
  ["Acme France", "Acme"],
  ["Société Générale", "SOCIETE GENERALE"],
  ["Télé-Média", "Telemedia"],
  ["Lumière Télécom", "Lumière Télecon"],
  ["Groupe", "groupe"],
  ["株式会社", "株式会社"],
])("%s and %s are similar", (one, other) => {
  expect(areSimilarNames(one, other)).toBe(true);
  expect(areSimilarNames(other, one)).toBe(true);
});

test.each([
  ["Acme", "Apex"],
  ["ABC SA", "ABD SA"],
  ["Acme SAS", "Other SAS"],
  ["Lumière Télécom", "Lumière Médical"],
])("%s and %s are not", (one, other) => {
  expect(areSimilarNames(one, other)).toBe(false);
  expect(areSimilarNames(other, one)).toBe(false);
});

test("a name is found by its first letters, without accents and punctuation", () => {
  expect(["É-Lec", "  The A Team", "A", "***"].map(nameStart)).toEqual(["ele", "the", "a", ""]);
});
