export * from "./render-app.tsx";
export { testPage } from "./test-page.ts";
