const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether a host, as in `HOST` or in a URL, is a loopback address. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
