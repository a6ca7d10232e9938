/** What a bundle may weigh. */
interface BundleBudget {
  readonly scripts: number;
  readonly styles: number;
}

/**
 * What a remote's first screen may ask for, by its name (`remote`: any other), in kilobytes of 1000 bytes,
 * gzipped as a server without brotli sends them. Its styles are weighed with the shell's.
 */
export const bundleBudgets: Readonly<Record<string, BundleBudget>> & { readonly remote: BundleBudget } = {
  remote: { scripts: 60, styles: 15 },
  "mfe-analytics": { scripts: 180, styles: 15 },
};
