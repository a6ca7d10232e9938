import type { oas31 } from "zod-openapi";
import { encodeHtml } from "../mail/message.ts";
import type { OpenApiDocument } from "./document.ts";

/** The description as a page without scripts, rendered by the server. */
export function openApiPage({ info, tags = [], paths = {}, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, oas31.OperationObject>).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
  const sections = tags.map(
    ({ name }) => `<section><h2>${encodeHtml(name)}</h2>
${operations
  .filter(({ operation }) => operation.tags?.includes(name))
  .map((one) => entry(one.method, one.path, one.operation))
  .join("\n")}
</section>`,
  );
  const shapes = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<details id="${encodeHtml(name)}"><summary><code>${encodeHtml(name)}</code></summary>${json(schema)}</details>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${encodeHtml(info.title)} API</title>
<style>${style}</style></head>
<body><main>
<h1>${encodeHtml(info.title)} API</h1>
<p>${encodeHtml(info.description ?? "")} The same as data: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
${sections.join("\n")}
<section><h2>Shapes</h2>
${shapes.join("\n")}
</section>
</main></body>
</html>
`;
}

function entry(method: string, path: string, operation: oas31.OperationObject): string {
  const { operationId = "", summary = "", parameters = [], requestBody, responses = {} } = operation;
  const { 200: answer, ...refused } = responses as Record<string, oas31.ResponseObject>;
  return `<details id="${encodeHtml(operationId)}">
<summary><b class="${encodeHtml(method)}">${encodeHtml(method.toUpperCase())}</b> <code>${encodeHtml(path)}</code> <span>${encodeHtml(summary)}</span></summary>
<p>${credentialText(operation)}</p>
<p>In a remote: <code>import { ${encodeHtml(operationId)} } from "${encodeHtml(operation["x-imported-from"])}";</code></p>
${parameters.length === 0 ? "" : `<h3>Parameters</h3>${json(parameters)}`}
${requestBody === undefined ? "" : `<h3>Body</h3>${json((requestBody as oas31.RequestBodyObject).content)}`}
<h3>Answer</h3>
${json(answer?.content?.["application/json"]?.schema ?? answer?.content)}
<p>Or:</p>
<ul>${Object.entries(refused)
    .map(([status, { description }]) => `<li><b>${encodeHtml(status)}</b> ${encodeHtml(description)}</li>`)
    .join("")}</ul>
</details>`;
}

const credentialNames: Record<string, string> = {
  accessToken: "an access token",
  organizationToken: "an organization's token",
  releasesToken: "the deployment's token for releases",
  renewalCookie: "the renewal cookie",
};

function credentialText({ description, security = [] }: oas31.OperationObject): string {
  const names = security.map((one) => {
    const [[credential, scopes] = ["", []]] = Object.entries(one);
    const name = credentialNames[credential] ?? "nothing";
    return scopes.length === 0 ? name : `${name} with the scope ${scopes.join(", ")}`;
  });
  return encodeHtml(description ?? (names.length === 0 ? "Open to all." : `Needs ${names.join(" or ")}.`));
}

function json(value: unknown): string {
  return `<pre tabindex="0"><code>${encodeHtml(JSON.stringify(value, null, 2))}</code></pre>`;
}

const style = `
:root { color-scheme: light dark; font: 14px/20px Inter, system-ui, sans-serif; background: light-dark(#f7f8fa, #0c0d10); color: light-dark(#15181e, #edeef2) }
body { margin: 0 } main { max-width: 880px; margin: 0 auto; padding: 32px 24px }
h1 { font-size: 20px; line-height: 28px } h2 { font-size: 16px; margin: 32px 0 8px } h3 { font-size: 13px; margin: 12px 0 4px }
a { color: light-dark(#2f4bc3, #9fb3fe) }
details { margin: 6px 0; border: 1px solid light-dark(#e1e3e7, #2b2e34); border-radius: 8px; background: light-dark(#fff, #14161a); padding: 0 12px }
details[open] { padding-bottom: 12px }
summary { cursor: pointer; padding: 8px 0 } summary span { color: light-dark(#51555e, #a6abb4) }
summary b { display: inline-block; min-width: 44px }
pre { overflow: auto; max-height: 360px; padding: 12px; border-radius: 6px; background: light-dark(#f7f8fa, #0c0d10); font: 12px/16px ui-monospace, Menlo, Consolas, monospace }
code { font-family: ui-monospace, Menlo, Consolas, monospace }
`;
