/** A deployment's page of the sign-in without its registry and preload tags, which are added when it is served with others. */
export const withoutRegistry = (page: string): string =>
  page.replace(
    /(<script\b[^>]*\bid="?souffleur-registry"?[^>]*>)[\s\S]*?(<\/script>)(?:<link rel="preload"[^>]*\/remotes\/[^>]*>)*/,
    "$1$2",
  );
