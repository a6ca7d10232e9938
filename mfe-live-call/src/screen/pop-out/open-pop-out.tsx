import { toast } from "@souffleur/shared-ui";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import type { LiveCall } from "../../call/live-call.ts";
import { t } from "../../texts/texts.ts";
import { PopOut } from "./pop-out.tsx";

const size = { width: 420, height: 260 } as const;

/** Not in TypeScript's types yet: https://wicg.github.io/document-picture-in-picture/ */
interface DocumentPictureInPicture {
  requestWindow: (options: { width: number; height: number }) => Promise<Window>;
}

let opened: Window | undefined;

/**
 * Shows the prompter in a small window that stays above others where the browser can, in response to a user's press. It has a
 * root of its own, so that it stays while other screens are shown; it closes with the call.
 */
export async function openPopOut(live: LiveCall, queryClient: QueryClient): Promise<void> {
  if (opened !== undefined && !opened.closed) return opened.focus();
  const own = await requestWindow().catch((error: unknown) => {
    console.warn("The prompter's window could not be opened", error);
    return undefined;
  });
  if (own === undefined || own === null) {
    toast.error(t("The browser has blocked the window. Allow pop-ups for this page."));
    return;
  }
  opened = own;
  // The window of a page that was reloaded or has crashed is found again by its name, with all that page's content.
  own.document.head.replaceChildren();
  own.document.body.replaceChildren();
  copyStyles(own.document);
  own.document.title = t("Live Suggestions");
  const container = own.document.body.appendChild(own.document.createElement("div"));
  const root = createRoot(container);
  root.render(
    <QueryClientProvider client={queryClient}>
      <PopOut live={live} own={own} />
    </QueryClientProvider>,
  );
  const stop = live.store.subscribe(() => {
    if (live.store.get().call.status !== "active") own.close();
  });
  // Without this page nothing in it works. Only browsers with Document Picture-in-Picture close it by themselves.
  const close = () => own.close();
  window.addEventListener("pagehide", close);
  own.addEventListener(
    "pagehide",
    () => {
      window.removeEventListener("pagehide", close);
      stop();
      root.unmount();
      if (opened === own) opened = undefined;
    },
    { once: true },
  );
}

async function requestWindow(): Promise<Window | null> {
  const { documentPictureInPicture: pictureInPicture } = window as {
    documentPictureInPicture?: DocumentPictureInPicture;
  };
  if (pictureInPicture !== undefined) return pictureInPicture.requestWindow(size);
  return window.open("", "souffleur-prompter", `popup,width=${size.width},height=${size.height}`);
}

/** The other window has the page's styles, theme and language. */
function copyStyles(to: Document): void {
  for (const sheet of document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>(
    "link[rel=stylesheet], style",
  )) {
    const copy = to.importNode(sheet, true);
    // A relative address would be resolved against about:blank.
    if ("href" in copy && "href" in sheet) copy.href = sheet.href;
    to.head.append(copy);
  }
  const { theme } = document.documentElement.dataset;
  if (theme !== undefined) to.documentElement.dataset.theme = theme;
  to.documentElement.lang = document.documentElement.lang;
}
