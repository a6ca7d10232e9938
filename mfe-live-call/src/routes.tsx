import type { RemoteModule } from "@souffleur/shared-ui";
import { LiveCallScreen } from "./screen/live-call-screen.tsx";

const remote: RemoteModule = { routes: [{ path: "/live-call", Component: LiveCallScreen }] };
export default remote;
