import { type RemoteModule, saveWordsWith } from "@souffleur/shared-ui";
import { holdRunningCall } from "./call/page-call.ts";
import { CustomerRoute, CustomersRoute } from "./customers/customers-route.tsx";
import { DeskRoute } from "./desk/desk-route.tsx";
import { saveDrafts } from "./save-drafts.ts";
import { CallBar } from "./screen/bar/call-bar.tsx";
import { LiveCallScreen } from "./screen/live-call-screen.tsx";
import { loadTexts } from "./texts/texts.ts";

saveWordsWith("mfe-live-call", (userId, leaving) => saveDrafts(userId, { leaving }));

const remote: RemoteModule = {
  routes: [
    { path: "/live-call", Component: LiveCallScreen },
    { path: "/live-call/desk", Component: DeskRoute },
    { path: "/live-call/customers", Component: CustomersRoute },
    { path: "/live-call/customers/:customerId", Component: CustomerRoute },
  ],
  loadTexts,
  holdCall: () => holdRunningCall(CallBar),
};
export default remote;
