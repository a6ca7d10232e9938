/** Ignores case and accents. */
export const searchCollation = { locale: "fr", strength: 1 };
