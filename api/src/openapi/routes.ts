import { Router } from "express";
import { openApiDocument } from "./document.ts";
import { openApiPage } from "./page.ts";

/** The API's description, as data and as a page; made at the first question, since it never changes. */
export function openApiRoutes(publicUrl: string): Router {
  const router = Router();
  let document: ReturnType<typeof openApiDocument> | undefined;
  const made = () => {
    document ??= openApiDocument(publicUrl);
    return document;
  };
  router.get("/api/openapi.json", (_req, res) => {
    res.json(made());
  });
  router.get("/api/docs", (_req, res) => {
    res.type("html").send(openApiPage(made()));
  });
  return router;
}
