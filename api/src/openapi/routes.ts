import type { Config } from "../config.ts";
import type { Feature } from "../feature.ts";
import { openApiDocument } from "./document.ts";
import { openApiPage } from "./page.ts";

/** The API's description, as data and as a page; made at the first question, since it never changes. */
export function createOpenApi({ API_DOCS, PUBLIC_URL }: Pick<Config, "API_DOCS" | "PUBLIC_URL">): Feature {
  if (!API_DOCS) return {};
  let document: ReturnType<typeof openApiDocument> | undefined;
  const made = () => {
    document ??= openApiDocument(PUBLIC_URL);
    return document;
  };
  return {
    mount(_mount, router) {
      router.get("/api/openapi.json", (_req, res) => {
        res.json(made());
      });
      router.get("/api/docs", (_req, res) => {
        res.type("html").send(openApiPage(made()));
      });
    },
  };
}
