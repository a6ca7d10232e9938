interface Issues {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}

/** The first message of each field of a form. */
export function fieldMessages(error: Issues | undefined): Record<string, string> {
  const issues = (error?.issues ?? []).toReversed();
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}
