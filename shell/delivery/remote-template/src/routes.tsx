import type { RemoteModule } from "@souffleur/shared-ui";
import { NewRemoteScreen } from "./new-remote-screen.tsx";
import { loadTexts } from "./texts/texts.ts";

const remote: RemoteModule = { routes: [{ path: "/new-remote", Component: NewRemoteScreen }], loadTexts };
export default remote;
