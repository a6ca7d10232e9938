import { startApp } from "../../testing/app.ts";

const secrets = ["a-secret-of-the-headers-test-0123456789-abcdef"];

async function headersOf(env: Record<string, string>): Promise<Headers> {
  const api = await startApp({ env, secrets });
  try {
    return (await api.request("GET", "/api/auth/profile")).headers;
  } finally {
    await api.close();
  }
}

describe("the headers of every answer", () => {
  test("restrict a browser to https and to our own files where the public address is https", async () => {
    const headers = await headersOf({
      PUBLIC_URL: "https://souffleur.example",
      SMTP_URL: "smtp://127.0.0.1:9",
    });
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
    const policy = new Map(
      (headers.get("content-security-policy") ?? "").split(";").map((directive) => {
        const [name = "", ...sources] = directive.trim().split(/\s+/);
        return [name, sources];
      }),
    );
    expect(policy.get("script-src")).toEqual(["'self'"]);
    expect(policy.get("default-src")).toEqual(["'self'"]);
    for (const closed of ["base-uri", "object-src", "frame-ancestors"]) {
      expect(policy.get(closed)).toEqual(["'none'"]);
    }
    expect(policy.has("upgrade-insecure-requests")).toBe(true);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("x-powered-by")).toBeNull();
  });

  test("do not require https where the public address is http", async () => {
    const headers = await headersOf({});
    expect(headers.get("strict-transport-security")).toBeNull();
    expect(headers.get("content-security-policy")).not.toContain("upgrade-insecure-requests");
  });
});
