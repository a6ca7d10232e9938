import { Router } from "express";
import { appError } from "../http/errors.ts";

/** Refuses source maps, which are stored beside the bundles; mounted before the routes of the bundles. */
export function refuseSourceMaps(): Router {
  const router = Router();
  // Matches the name as the routes of the bundles decode it.
  router.get(["/assets/:file", "/remotes/:name/:place/:file"], ({ params }, _res, next) => {
    if (!/\.map(?:\.|$)/i.test(String(params.file))) return next();
    throw appError("NOT_FOUND");
  });
  return router;
}
