export { endInAnotherLanguage } from "./end-in-another-language.ts";
export * from "./render-app.tsx";
export { savedFiles } from "./saved-files.ts";
export { testPage } from "./test-page.ts";
