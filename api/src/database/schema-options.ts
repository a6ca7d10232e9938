/**
 * Of every collection's schema: a field that it does not name is an error, in writes as in queries, and nothing is made
 * in the database but by `createIndexes` at the start.
 */
export const schemaOptions = {
  strict: "throw",
  strictQuery: "throw",
  versionKey: false,
  autoIndex: false,
  autoCreate: false,
} as const;
