/** @jest-environment node */
import { requireBrowser } from "./check-in-deployment.ts";

test("without a browser a release is refused, with the ways to get one and the option that releases without the check", () => {
  const before = process.env.CHROMIUM_PATH;
  delete process.env.CHROMIUM_PATH;
  expect(() => requireBrowser("mfe-deals", ["/no/browser"])).toThrow(
    /^mfe-deals is not checked in a browser, .*install Chromium.*CHROMIUM_PATH.*--unchecked/,
  );
  process.env.CHROMIUM_PATH = process.execPath;
  expect(requireBrowser("mfe-deals", ["/no/browser"])).toBe(process.execPath);
  if (before === undefined) delete process.env.CHROMIUM_PATH;
  else process.env.CHROMIUM_PATH = before;
});
