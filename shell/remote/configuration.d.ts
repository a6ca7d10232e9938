import type { Configuration } from "webpack";

/** What every bundle has, for a preset to add to. */
export type Bundle = Configuration &
  Required<Pick<Configuration, "name" | "output" | "resolve" | "plugins" | "optimization" | "module">>;

/** As a `webpack.config.cjs` hands it to webpack. */
export type Define<Result> = (env: unknown, options: { mode?: string }) => Result;
