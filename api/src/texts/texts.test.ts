import { connect } from "socket.io-client";
import { startApp, type TestApp } from "../../testing/app.ts";
import { messageIn, textIn } from "./texts.ts";

const french = { "Accept-Language": "fr-FR,fr;q=0.9,en;q=0.8" };

describe("a caller that prefers French gets French texts", () => {
  let api: TestApp;
  let token: string;
  beforeAll(async () => {
    api = await startApp();
    token = (await api.signIn(await api.createUser({ role: "admin" }))).token;
  });
  afterAll(() => api.close());

  test("for each wrong field, with the typed value", async () => {
    const answer = await api.request("POST", "/api/auth/register", {
      headers: french,
      body: { firstName: "A", lastName: "Lovelace", email: "ada@gmial.com", phone: "12", terms: true },
    });
    expect(answer.body).toMatchObject({
      error: "Le prénom doit comporter au moins 2 caractères",
      code: "VALIDATION_ERROR",
      field: "firstName",
      fields: {
        firstName: "Le prénom doit comporter au moins 2 caractères",
        email: "Vouliez-vous dire @gmail.com\u202f?",
        phone: "Le numéro de téléphone doit comporter au moins 10 chiffres",
        industryType: "Choisissez un secteur d’activité",
      },
    });
    expect(answer.headers.get("content-language")).toBe("fr");
    expect(answer.headers.get("vary")).toContain("Accept-Language");
  });

  test("a link that cannot be one", async () => {
    const long = "x".repeat(300);
    const unlocked = await api.request("POST", "/api/auth/unlock", {
      headers: french,
      body: { token: long },
    });
    expect(unlocked.body.error).toBe("Ce lien n’est pas valide ou a été remplacé par un plus récent.");
    const call = await api.request("GET", `/api/calls/${long}`, { token, headers: french });
    expect(call.body.error).toBe("La ressource demandée est introuvable.");
  });

  test("with the values of a refusal", async () => {
    const version = await api.request("GET", "/api/playbook/versions/1234", { token, headers: french });
    expect(version.body.error).toBe("L’argumentaire n’a pas de version 1234.");
    const search = await api.request("GET", "/api/calls?q=a+b+c", { token, headers: french });
    const { error, fields } = search.body;
    expect(error).toBe("La recherche demande un mot de deux lettres ou plus, ou un chiffre");
    expect(fields).toEqual({ q: error });
    const q = Array.from({ length: 13 }, (_, at) => `mot${at}`).join("+");
    const many = await api.request("GET", `/api/calls?q=${q}`, { token, headers: french });
    expect(many.body.fields).toEqual({ q: "La recherche accepte au plus 12 mots différents" });
  });

  test("when a call succeeds", async () => {
    const user = await api.createUser();
    const session = await api.signIn(user);
    const out = await api.request("POST", "/api/auth/logout", { token: session.token, headers: french });
    expect(out.body.message).toBe("Déconnexion réussie");
    const sent = (email: string, headers: Record<string, string>) =>
      api.request("POST", "/api/auth/verification/initiate", {
        headers,
        body: { email, method: "code" },
      });
    expect((await sent("nobody@example.com", french)).body.message).toBe(
      "Code de vérification envoyé\u202f! Consultez vos e-mails.",
    );
    expect((await sent("none@example.com", {})).body.message).toBe(
      "Verification code sent! Please check your email.",
    );
  });

  test("at a rate limit", async () => {
    const source = "203.0.113.7";
    const refused = () => api.request("POST", "/api/auth/register", { headers: french, source, body: {} });
    let answer = await refused();
    while (answer.body.code === "VALIDATION_ERROR") answer = await refused();
    expect(answer.body).toMatchObject({
      code: "RATE_LIMITED",
      error: "Trop de requêtes. Patientez un instant et réessayez.",
    });
    const renewal = await api.request("POST", "/api/auth/refresh", { headers: french });
    expect(renewal.body.error).toBe("Session expirée. Reconnectez-vous.");
  });

  test.each([
    ["en", {}, undefined],
    ["en", { "Accept-Language": "de, en;q=0.5, fr;q=0.4" }, undefined],
    ["fr", { "Accept-Language": "de, en;q=0.5, fr;q=0.6" }, undefined],
    ["en", french, "en"],
    ["fr", {}, "fr"],
  ])("at the socket too: %s with %j and a page in %s", async (expected, extraHeaders, language) => {
    const socket = connect(api.url, {
      auth: { token: "none", language },
      extraHeaders,
      transports: ["websocket"],
      reconnection: false,
    });
    const error = await new Promise<Error>((resolve) => void socket.once("connect_error", resolve));
    expect(error.message).toBe(
      textIn(expected as "en", "Invalid authentication token. Please sign in again."),
    );
  });
});

test("English texts are the keys with their values", () => {
  expect(textIn("en", "There is no version {version} of the playbook.", { version: 1234 })).toBe(
    "There is no version 1234 of the playbook.",
  );
  expect(textIn("en", "{name} is already on the way.", { name: "Ada {O'Neil} # <b>" })).toBe(
    "Ada {O'Neil} # <b> is already on the way.",
  );
});

test.each(["mfe-dashboard has nothing to promote.", "mfe-dashboard 1 does not fit anything: react 18."])(
  "a message without a translation stays English: %s",
  (message) => {
    expect(messageIn("fr", message)).toBe(message);
  },
);
