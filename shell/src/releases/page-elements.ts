export const registryElementId = "souffleur-registry";
/** Next to the registry, in a page in which a local development server replaces a remote. */
export const overrideElementId = "souffleur-override";
