import type { RemoteModule } from "@souffleur/shared-ui";
import { DeskRoute } from "./desk/desk-route.tsx";
import { LiveCallScreen } from "./screen/live-call-screen.tsx";

const remote: RemoteModule = {
  routes: [
    { path: "/live-call", Component: LiveCallScreen },
    { path: "/live-call/desk", Component: DeskRoute },
  ],
};
export default remote;
