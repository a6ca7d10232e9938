import { type Manifest, Registry } from "@souffleur/contracts";
import type { Page } from "playwright/test";

const groups: Readonly<Record<string, readonly string[]>> = {
  Sales: "Deals Quotes Pipeline Forecast Territories Commissions Contracts Renewals Partners".split(" "),
  Marketing: "Campaigns Audiences Fairs Surveys Newsletters Brand Leads Webinars Press".split(" "),
  Helpdesk: "Tickets Returns Warranties Escalations Macros Schedules Quality Coaching Articles".split(" "),
  Finance: "Invoices Payments Budgets Expenses Taxes Payroll Credits Ledger Audits".split(" "),
  Staff: "Hiring Onboarding Leave Seminars Reviews Benefits Policies Directory Shifts".split(" "),
};

const manifests = Object.entries(groups).flatMap(([group, titles], row) =>
  titles.map((title, column): [remote: string, manifest: Manifest] => {
    const path = `/${title.toLowerCase()}`;
    const navigation = { order: 100 + 10 * row + column, icon: "deal", group };
    return [
      `mfe-${title.toLowerCase()}`,
      { owns: [path], screens: [{ path, title, access: "session", skeleton: "table", navigation }] },
    ];
  }),
);

/** Registers 45 remotes beside the product's own five. Nobody serves their files. */
export async function registerFifty(page: Page): Promise<void> {
  const withMore = (text: string) => {
    const registry = Registry.parse(JSON.parse(text));
    const [release] = Object.values(registry.remotes);
    if (release === undefined) throw new Error("Nothing is live");
    for (const [name, manifest] of manifests)
      registry.remotes[name] = { ...release, name, base: `/remotes/${name}/1/`, manifest };
    return JSON.stringify(registry);
  };
  let registry = "";
  await page.route("**/remotes.json", (route) =>
    route.fulfill({ body: registry, contentType: "application/json" }),
  );
  await page.route(
    (url) => !/\.|^\/(api|dev)\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(
        /(id="souffleur-registry">)(.*?)(?=<\/script>)/s,
        (_, start: string, text: string) => {
          registry = withMore(text);
          return start + registry;
        },
      );
      return route.fulfill({ response, body });
    },
  );
}
