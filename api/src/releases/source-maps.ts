import { Router } from "express";
import { refusal } from "../http/errors.ts";

/** Mounted before the bundles: source maps are stored beside them, but not public. */
export function refuseSourceMaps(): Router {
  const router = Router();
  // By the name as the bundles' own routes decode it.
  router.get(["/assets/:file", "/remotes/:name/:place/:file"], ({ params }, _res, next) => {
    if (!/\.map(?:\.|$)/i.test(String(params.file))) return next();
    throw refusal("NOT_FOUND");
  });
  return router;
}
