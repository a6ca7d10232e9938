export const registryElementId = "souffleur-registry";
/** Present in pages in which a local development server replaces a remote. */
export const overrideElementId = "souffleur-override";
