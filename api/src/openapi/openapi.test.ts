import * as contracts from "@souffleur/contracts";
import { startApp, type TestApp } from "../../testing/app.ts";

describe("the API's description", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startApp();
  });
  afterAll(() => api.close());

  it("names every call of the contracts, with its method and who may make it", async () => {
    const { body, status } = await api.request("GET", "/api/openapi.json");
    expect(status).toBe(200);
    expect(body.openapi).toBe("3.1.0");
    const called = Object.values(contracts).filter(
      (value): value is typeof contracts.login =>
        typeof value === "object" && "path" in value && "access" in value,
    );
    expect(called.length).toBeGreaterThan(20);
    for (const { method, path, access, summary } of called) {
      const operation = body.paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()];
      expect(operation.summary).toBe(summary);
      if (access !== "public") expect(operation.security).toEqual([{ accessToken: [] }]);
    }
    expect(body.paths["/api/auth/login"].post.requestBody.content["application/json"].schema).toMatchObject({
      type: "object",
      required: ["email", "password"],
    });
  });

  it("refers only to shapes that it holds", async () => {
    const { body } = await api.request("GET", "/api/openapi.json");
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(references.length).toBeGreaterThan(40);
    for (const name of references) expect(body.components.schemas).toHaveProperty(name ?? "");
    expect(JSON.stringify(body)).not.toContain('"$ref":"#/$defs');
  });

  it("is not there in production, unless it is asked for", async () => {
    const secret = "a-production-secret-0123456789-abcdefghij";
    const production = {
      NODE_ENV: "production",
      SEED_DEMO: "",
      SMTP_URL: "smtp://127.0.0.1:9",
      PUBLIC_URL: "https://app.example",
      JWT_SECRET: secret,
    };
    for (const [env, status] of [
      [production, 404],
      [{ ...production, API_DOCS: "true" }, 200],
      [{ API_DOCS: "false" }, 404],
    ] as const) {
      const other = await startApp({ env, secrets: [secret] });
      for (const path of ["/api/docs", "/api/openapi.json", "/api/docs/", "/API/docs"])
        expect([env, path, (await other.request("GET", path)).status]).toEqual([env, path, status]);
      await other.close();
    }
  });

  it("is a page without scripts too", async () => {
    const { body, status, headers } = await api.request("GET", "/api/docs");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/html");
    expect(headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(body).not.toMatch(/<script|\son\w+=/i);
    expect(body).toContain("/api/auth/admin/users/{id}/approve");
  });
});
