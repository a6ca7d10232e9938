import type { Organization } from "@souffleur/contracts";
import { someUser, testPage } from "@souffleur/shared-ui/testing";
import { screen } from "@testing-library/react";
import remote from "../routes.tsx";

export const acme: Organization = { id: "org", name: "Acme" };

/** Pages are opened as an administrator by default. Importing this file starts and closes the tests' servers. */
export const { api, open, button } = testPage(remote, { as: someUser({ role: "admin" }) });

/** The toast with a text, also below other toasts. */
export function findToast(text: string): Promise<HTMLElement> {
  return screen.findByText(text, { selector: "[data-title]" });
}
