import { someUser } from "@souffleur/shared-ui/testing";
import { currentScreens } from "../screens/screens.ts";
import { firstRemote } from "./first-remote.ts";

const signedOut = { loading: false, user: null };
const signedIn = { loading: false, user: someUser() };

test.each([
  ["/analytics", "mfe-analytics"],
  ["/analytics/", "mfe-analytics"],
  ["/", "mfe-dashboard"],
  ["/no/such/page", "mfe-dashboard"],
  ["/login", "mfe-auth"],
])("with a session %s shows the screen of %s first", (path, remote) => {
  expect(firstRemote(currentScreens(), path, signedIn)).toBe(remote);
});

test.each(["/analytics", "/", "/no/such/page", "/register"])(
  "without a session %s shows a public page first",
  (path) => {
    expect(firstRemote(currentScreens(), path, signedOut)).toBe("mfe-auth");
  },
);

test("while the session is being renewed the requested screen is shown first", () => {
  expect(firstRemote(currentScreens(), "/analytics", { loading: true, user: null })).toBe("mfe-analytics");
});
