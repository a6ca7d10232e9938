import type { Page } from "playwright/test";

/**
 * The page's network, which a test can disconnect: emulated offline mode alone leaves open sockets connected, and on a busy
 * machine it may let a new one through.
 */
export async function tapNetwork(page: Page) {
  await page.addInitScript(() => {
    const network = { sockets: [] as WebSocket[], isOffline: false };
    Object.assign(globalThis, { network });
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        network.sockets.push(this);
        if (network.isOffline) this.close();
      }
    };
  });
  const context = page.context();
  const setSockets = (isOffline: boolean) =>
    page.evaluate(async (offline) => {
      const { network } = globalThis as unknown as { network: { sockets: WebSocket[]; isOffline: boolean } };
      network.isOffline = offline;
      const open = offline ? network.sockets.filter(({ readyState }) => readyState !== WebSocket.CLOSED) : [];
      const closed = open.map((socket) => new Promise((done) => socket.addEventListener("close", done)));
      for (const socket of open) socket.close();
      await Promise.all(closed);
    }, isOffline);
  return {
    disconnect: async () => {
      await context.setOffline(true);
      await setSockets(true);
    },
    reconnect: async () => {
      await setSockets(false);
      await context.setOffline(false);
    },
  };
}

/** Holds back what the page asks for at an address. @returns lets it pass */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  let letPass = () => {};
  const passes = new Promise<void>((resolve) => {
    letPass = resolve;
  });
  await page.route(url, async (route) => {
    await passes;
    await route.fallback();
  });
  return () => letPass();
}
