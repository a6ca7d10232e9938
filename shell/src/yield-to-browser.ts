/**
 * Lets the browser answer before the work goes on. By a message rather than a timer, which a page in the background
 * gets once a second.
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
