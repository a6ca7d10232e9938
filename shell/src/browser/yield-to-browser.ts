/**
 * Lets the browser handle input before the work continues. It uses a message, because timers of a page in the background
 * run only once a second.
 */
export function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
