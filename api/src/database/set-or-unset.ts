/** The part of an update that stores these fields, and removes those that are undefined. */
export function setOrUnset(fields: Readonly<Record<string, unknown>>): {
  $set?: Record<string, unknown>;
  $unset?: Record<string, "">;
} {
  const all = Object.entries(fields);
  const given = all.filter(([, value]) => value !== undefined);
  const missing = all.filter(([, value]) => value === undefined);
  // An empty operator is an error to the database.
  return {
    ...(given.length > 0 && { $set: Object.fromEntries(given) }),
    ...(missing.length > 0 && { $unset: Object.fromEntries(missing.map(([name]) => [name, "" as const])) }),
  };
}
