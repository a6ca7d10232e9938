/** Neither case nor accents matter. */
export const searchCollation = { locale: "fr", strength: 1 };
