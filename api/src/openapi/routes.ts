import type { Config } from "../config.ts";
import type { Feature } from "../feature.ts";
import { type OpenApiDocument, openApiDocument } from "./document.ts";
import { openApiPage } from "./page.ts";

/** The API's description as data and as a page, created at the first request for it. */
export function createOpenApi({ API_DOCS, PUBLIC_URL }: Pick<Config, "API_DOCS" | "PUBLIC_URL">): Feature {
  if (!API_DOCS) return {};
  let document: OpenApiDocument | undefined;
  const description = () => {
    document ??= openApiDocument(PUBLIC_URL);
    return document;
  };
  return {
    mount(_mount, router) {
      router.get("/api/openapi.json", (_req, res) => void res.json(description()));
      router.get("/api/docs", (_req, res) => void res.type("html").send(openApiPage(description())));
    },
  };
}
