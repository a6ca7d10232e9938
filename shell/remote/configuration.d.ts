import type { Configuration } from "webpack";

/** A bundle's configuration that presets extend. */
export type Bundle = Configuration &
  Required<Pick<Configuration, "name" | "output" | "resolve" | "plugins" | "optimization" | "module">>;

/** The export of a `webpack.config.cjs`. */
export type Define<Result> = (env: unknown, options: { mode?: string }) => Result;
