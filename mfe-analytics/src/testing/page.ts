import { someUser, testPage } from "@souffleur/shared-ui/testing";
import remote from "../routes.tsx";

/** Pages are opened as an agent of an organization by default. Importing this file starts and closes the tests' servers. */
export const { api, open, button } = testPage(remote, {
  as: someUser(),
  organization: { id: "org", name: "Acme" },
});
afterEach(() => jest.restoreAllMocks());
