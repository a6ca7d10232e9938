/**
 * The options of every collection's schema. A field that the schema does not name is an error, in writes and in queries.
 * Collections and indexes are created by `createIndexes` at the start only.
 */
export const schemaOptions = {
  strict: "throw",
  strictQuery: "throw",
  versionKey: false,
  autoIndex: false,
  autoCreate: false,
} as const;
