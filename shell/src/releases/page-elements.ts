export const registryElementId = "souffleur-registry";
/** Present in pages in which local development servers replace remotes. */
export const overridesElementId = "souffleur-overrides";
/** In the browser's storage: what was replaced in sessions that have ended. */
export const formerOverridesKey = "souffleur.replaced-remotes";
/** Present in pages that show a release that is not live. */
export const previewElementId = "souffleur-preview";
