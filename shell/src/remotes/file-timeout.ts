import { scaledTimeout } from "../browser/timeout-scale.ts";
import { registryElementId } from "../releases/page-elements.ts";

/** The deadline in a page that names none. */
const defaultMs = "4000";

/** The deadline of each file of a remote in milliseconds: the server's `REMOTE_TIMEOUT_MS`, scaled for this page. */
export function fileTimeoutMs(): number {
  return scaledTimeout(Number(document.getElementById(registryElementId)?.dataset.timeoutMs ?? defaultMs));
}
