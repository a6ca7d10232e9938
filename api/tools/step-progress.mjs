/**
 * Does a part of a command that takes a while, and prints what is done and, at its end, how long it took. A terminal also
 * shows meanwhile how far it is, in the same line; each time the line is written anew, because another process may have
 * written to it.
 * @template Result
 * @param {string} what such as "Installing packages"
 * @param {(show: (far: string) => void) => Promise<Result>} work
 * @param {{ isTTY?: boolean, write(text: string): unknown }} [output]
 * @returns {Promise<Result>}
 */
export async function withProgress(what, work, output = process.stdout) {
  const started = performance.now();
  const { isTTY } = output;
  /** @param {string} far */
  const show = (far) => {
    if (isTTY) output.write(`\r\x1b[K${what} … ${far}`);
  };
  output.write(isTTY ? `${what} … ` : `${what} …\n`);
  try {
    const result = await work(show);
    output.write(`${isTTY ? "\r\x1b[K" : ""}${what} … ${secondsSince(started)}\n`);
    return result;
  } catch (error) {
    if (isTTY) output.write("\n");
    throw error;
  }
}

/** @param {number} started as `performance.now()` gave it */
export function secondsSince(started) {
  const seconds = (performance.now() - started) / 1000;
  return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
}
