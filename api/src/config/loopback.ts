const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether a host, as `HOST` or an address names it, is a loopback address of this machine. */
export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
