import type { RemoteModule } from "@souffleur/shared-ui";
import { Speech } from "./speech.tsx";
import { loadTexts } from "./texts/texts.ts";

const remote: RemoteModule = { routes: [{ path: "/speech", Component: Speech }], loadTexts };
export default remote;
