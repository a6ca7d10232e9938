import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { errorCatalogue } from "@souffleur/contracts";
import express, { type IRoute } from "express";
import { productionEnv, startApp, type TestApp } from "../../testing/app.ts";
import { pagesIn } from "../../testing/built-remotes.ts";
import { errorsOf } from "./document.ts";
import { endpoints } from "./endpoints.ts";

describe("the API's description", () => {
  let api: TestApp;
  let folder: string;
  /** The method and path of each route, in the form of OpenAPI. */
  let mounted: string[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "souffleur-openapi-"));
    const route = jest.spyOn(express.Router.prototype, "route");
    api = await startApp({ pages: pagesIn(folder) });
    mounted = route.mock.results.flatMap(({ value }) => routesOf(value as IRoute));
    route.mockRestore();
  });
  afterAll(async () => {
    await api.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("is a valid OpenAPI document", async () => {
    const { body, status } = await api.request("GET", "/api/openapi.json");
    expect(status).toBe(200);
    expect(body.openapi).toBe("3.1.0");
    expect(await new Validator().validate(body)).toEqual({ valid: true });
  });

  test("describes every call of the contracts, its access and its refusals", async () => {
    const { body } = await api.request("GET", "/api/openapi.json");
    expect(endpoints().length).toBeGreaterThan(20);
    for (const [operationId, endpoint] of endpoints()) {
      const operation = body.paths[endpoint.path.replace(/:(\w+)/g, "{$1}")][endpoint.method.toLowerCase()];
      expect(operation).toMatchObject({ operationId, summary: endpoint.summary, tags: [endpoint.tag] });
      expect(body.tags).toContainEqual({ name: endpoint.tag });
      if (endpoint.access !== "public") expect(operation.security).toContainEqual({ accessToken: [] });
      const byToken = (operation.security ?? []).flatMap((one: object) => Object.entries(one));
      const { scope } = endpoint;
      expect(byToken.filter(([name]: [string]) => name === "organizationToken")).toEqual(
        scope === undefined ? [] : [["organizationToken", [scope]]],
      );
      for (const code of errorsOf(endpoint))
        expect(operation.responses[errorCatalogue[code].status].description.split(", ")).toContain(code);
    }
    expect(body.paths["/api/auth/login"].post.requestBody.content["application/json"]).toMatchObject({
      schema: { type: "object", required: ["email", "password"] },
      example: { email: "ada@example.com" },
    });
    expect(body.paths["/api/auth/refresh"].post.security).toEqual([{ renewalCookie: [] }]);
    expect(body.paths["/api/calls"].get.security).toEqual([
      { accessToken: [] },
      { organizationToken: ["calls:read"] },
    ]);
    expect(body.paths["/api/admin/releases/{remote}/upload"].put).toMatchObject({
      security: [{ accessToken: [] }, { releasesToken: [] }],
      requestBody: { content: { "application/gzip": {} } },
    });
  });

  test("has every route that is mounted", async () => {
    const { body } = await api.request("GET", "/api/openapi.json");
    const described = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method} ${path}`),
    );
    // Pages for people and their description: no calls of a program.
    const own = new Set(["get /api/openapi.json", "get /api/docs", "get /api/terms"]);
    const calls = mounted.filter((route) => route.includes(" /api/") && !own.has(route));
    expect(calls.length).toBeGreaterThan(20);
    expect(calls.sort()).toEqual(described.sort());
  });

  test.each(endpoints())(
    "has a valid example for %s",
    (_name, { params, query, body, contentType, example }) => {
      expect(params.safeParse(example.params ?? {}).error).toBeUndefined();
      expect(query.safeParse(example.query ?? {}).error).toBeUndefined();
      if (contentType === undefined) expect(body.safeParse(example.body).error).toBeUndefined();
    },
  );

  test("is served in production only where API_DOCS is true", async () => {
    for (const [env, status] of [
      [productionEnv, 404],
      [{ ...productionEnv, API_DOCS: "true" }, 200],
      [{ API_DOCS: "false" }, 404],
    ] as const) {
      const other = await startApp({ env });
      for (const path of ["/api/docs", "/api/openapi.json", "/api/docs/", "/API/docs"])
        expect([env, path, (await other.request("GET", path)).status]).toEqual([env, path, status]);
      await other.close();
    }
  });

  test("is served as a page without scripts too", async () => {
    const { body, status, headers } = await api.request("GET", "/api/docs");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/html");
    expect(headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(body).not.toMatch(/<script|\son\w+=/i);
    for (const [name, { path }, from] of endpoints()) {
      expect(body).toContain(path.replace(/:(\w+)/g, "{$1}"));
      expect(body).toMatch(new RegExp(`import { ${name} } from (&quot;|")${from}\\1;`));
    }
  });
});

function routesOf({ path, stack }: IRoute): string[] {
  const methods = new Set(stack.map(({ method }) => method));
  return [...methods].map((method) => `${method} ${String(path).replace(/:(\w+)/g, "{$1}")}`);
}
