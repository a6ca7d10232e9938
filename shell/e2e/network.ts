import type { Page } from "playwright/test";

/** The page's network, which a test can disconnect: emulated offline mode alone leaves open sockets connected. */
export async function tapNetwork(page: Page) {
  await page.addInitScript(() => {
    const sockets: WebSocket[] = [];
    Object.assign(globalThis, { sockets });
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        sockets.push(this);
      }
    };
  });
  const context = page.context();
  return {
    disconnect: async () => {
      await context.setOffline(true);
      await page.evaluate(() => {
        for (const socket of (globalThis as unknown as { sockets: WebSocket[] }).sockets) socket.close();
      });
    },
    reconnect: () => context.setOffline(false),
  };
}
