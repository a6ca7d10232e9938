import { RegistrationForm } from "@souffleur/contracts";

beforeEach(() => jest.resetModules());
afterEach(() => localStorage.clear());

async function textsOf(language: string) {
  localStorage.setItem("souffleur.language", language);
  const texts = await import("./texts.ts");
  await texts.loadTexts();
  return texts.contractText;
}

const invalid = RegistrationForm.safeParse({ firstName: "Ada", lastName: "L", email: "ada@gmial.com" });
const messages = ["lastName", "email", "terms"].map(
  (field) => invalid.error?.issues.find(({ path }) => path[0] === field)?.message ?? "",
);

test("a schema's messages are shown in French, with the typed values", async () => {
  const contractText = await textsOf("fr");
  expect(messages.map(contractText)).toEqual([
    "Le nom doit comporter au moins 2 caractères",
    "Vouliez-vous dire @gmail.com\u202f?",
    "Vous devez accepter les conditions générales",
  ]);
  expect(contractText("Oh dear")).toBe("Oh dear");
});

test("texts that could not be loaded are an error, and are there once they were loaded again", async () => {
  localStorage.setItem("souffleur.language", "fr");
  const { createTexts } = await import("../language/texts.tsx");
  const answers = [Promise.reject(new Error("offline")), Promise.resolve({ default: { Hello: "Bonjour" } })];
  const texts = createTexts<"Hello">({}, () => answers.shift() ?? Promise.reject());
  await expect(texts.loadTexts()).rejects.toThrow("offline");
  await texts.loadTexts();
  expect(texts.t("Hello")).toBe("Bonjour");
});

test("on an English page they are not changed", async () => {
  const contractText = await textsOf("en");
  expect(messages.map(contractText)).toEqual(messages);
});
