/** Variables whose value is never printed. */
export const secretNames: ReadonlySet<string> = new Set([
  "JWT_SECRET",
  "ADMIN_PASSWORD",
  "DEEPGRAM_API_KEY",
  "LLM_API_KEY",
  "ASTERISK_ARI_PASSWORD",
  "RELEASES_TOKEN",
  "METRICS_TOKEN",
]);

/** Addresses, in which a password may stand; one that does not fit is not printed, because nobody knows where it does. */
export const addressNames: ReadonlySet<string> = new Set([
  "PUBLIC_URL",
  "TERMS_URL",
  "MONGODB_URI",
  "REDIS_URL",
  "SMTP_URL",
  "DEEPGRAM_URL",
  "LLM_BASE_URL",
  "ASTERISK_ARI_URL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
]);
