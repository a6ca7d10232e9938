import type { BrowserSpeech } from "./browser-speech.ts";
import { takesTracks } from "./speech-interface.ts";

/** Whether this browser hears calls. @param isVendorAllowed whether the organization lets the sound go to the browser's vendor */
export const hearsHere = (status: BrowserSpeech["status"], isVendorAllowed: boolean): boolean =>
  status === "available" || (status === "vendor" && isVendorAllowed);

/** Whether it also hears what is shared: one that takes no track would hear the microphone as the client. */
export const hearsClients = takesTracks;
