import type { RemoteModule } from "@souffleur/shared-ui";
import { Analytics } from "./analytics/analytics.tsx";
import { CallsPage } from "./calls/calls-page.tsx";
import { ReviewPage } from "./calls/review/review-page.tsx";
import { loadTexts } from "./texts/texts.ts";

const remote: RemoteModule = {
  routes: [
    { path: "/analytics", Component: Analytics },
    { path: "/analytics/calls", Component: CallsPage },
    { path: "/analytics/calls/:callId", Component: ReviewPage },
  ],
  loadTexts,
};
export default remote;
