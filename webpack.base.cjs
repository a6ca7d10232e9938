const path = require("node:path");
const { ModuleFederationPlugin } = require("@module-federation/enhanced/webpack");
const CssMinimizerPlugin = require("css-minimizer-webpack-plugin");
const refreshTypescript = require("react-refresh-typescript").default;
const HtmlWebpackPlugin = require("html-webpack-plugin");
const MiniCssExtractPlugin = require("mini-css-extract-plugin");
const { DefinePlugin } = require("webpack");
const { AssetHookPlugin } = require("./shell/webpack/asset-hook-plugin.cjs");
const { developmentFlavour } = require("./shell/webpack/development-flavour.cjs");
const { FontPreloadPlugin } = require("./shell/webpack/font-preload-plugin.cjs");
const { federationRuntime } = require("./shell/webpack/federation-runtime.cjs");
const { OwnChunksPlugin } = require("./shell/webpack/own-chunks-plugin.cjs");
const { PrecompressPlugin } = require("./shell/webpack/precompress-plugin.cjs");
const { ReleasePlugin } = require("./shell/webpack/release-plugin.cjs");
const { ScreensInEntryPlugin } = require("./shell/webpack/screens-in-entry-plugin.cjs");
const { contractVersions, sharedByRemote, sharedByShell } = require("./shell/webpack/shared-modules.cjs");
const { ShellContractPlugin } = require("./shell/webpack/shell-contract-plugin.cjs");

const root = __dirname;
const htmlOptions = { template: "./src/index.html", scriptLoading: "defer", minify: false };
/** The shell has a shorter limit for every file of a remote (see `shell/src/asset-rules.ts`); this stands behind it. */
const chunkLoadTimeoutMs = 60_000;

/**
 * A package that exposes `./routes`, alone: nothing of the shell is known at build time.
 * @param {string} name the package's folder
 */
function defineRemote(name) {
  return (_env, { mode = "production" }) => {
    const development = mode === "development";
    const base = common(name, development, "");
    // The variable that the entry script sets can't hold a hyphen.
    const global = name.replaceAll("-", "_");
    const flavour = developmentFlavour(name);
    return {
      ...base,
      entry: {},
      output: {
        ...base.output,
        publicPath: "auto",
        // Nothing of the build: a chunk whose sources stay must keep its content, and so its name.
        uniqueName: global,
        chunkLoadTimeout: chunkLoadTimeoutMs,
        crossOriginLoading: "anonymous",
      },
      // A request less for each screen: only what is heavy (the charts) stands apart, for who comes back to keep it.
      optimization: { ...base.optimization, splitChunks: { minSize: 200_000 } },
      ...(development && { externals: flavour.remoteExternals }),
      // The shell's federation runtime is a variable of the page: `global` would look for it in `output.globalObject`.
      externalsType: "var",
      plugins: [
        ...base.plugins,
        new ModuleFederationPlugin({
          name: global,
          filename: hashed("remoteEntry", "js", development),
          exposes: {
            "./routes": {
              import: [...(development ? flavour.client : []), "./src/routes.tsx"],
              name: "routes",
            },
          },
          // Version-first would fetch every remote's entry at start, and one dead remote would blank the page.
          shareStrategy: "loaded-first",
          shared: sharedByRemote(),
          // In development it opens ports, and its failures are silent; `tsc -b` sees all packages' types.
          dts: false,
          manifest: false,
          experiments: { externalRuntime: true, optimization: { target: "web", disableRemote: true } },
        }),
        new AssetHookPlugin(),
        ...(development
          ? flavour.plugins()
          : [
              new OwnChunksPlugin(),
              new ScreensInEntryPlugin({ entry: global, exposed: "routes" }),
              new PrecompressPlugin(),
              new ReleasePlugin({ name, global }),
            ]),
      ],
    };
  };
}

/**
 * The shell: the page, the shared modules, and no remote until the registry names it at run time. It is released
 * with its development flavour beside it, for the browser of a developer who replaces a remote by his own.
 */
function defineShell() {
  return (_env, { mode = "production" }) => {
    const flavour = developmentFlavour("shell");
    const page = new HtmlWebpackPlugin(htmlOptions);
    if (mode === "development") {
      return shell(common("shell", true, "assets/"), flavour.shellEntries, [page, ...flavour.plugins()]);
    }
    return [
      shell(common("shell", false, "assets/"), [], [page, new PrecompressPlugin()]),
      releasedDevelopmentShell(flavour),
    ];
  };
}

/** Development builds of React and of the shell under names of their own, in the folder of the usual ones. */
function releasedDevelopmentShell(flavour) {
  const base = common("shell", true, "assets/development-", false);
  const hashedName = "assets/development-[name].[contenthash:8]";
  return {
    ...shell(
      {
        ...base,
        devtool: false,
        output: {
          ...base.output,
          filename: `${hashedName}.js`,
          chunkFilename: `${hashedName}.js`,
          clean: false,
        },
        plugins: [
          new MiniCssExtractPlugin({ filename: `${hashedName}.css`, chunkFilename: `${hashedName}.css` }),
        ],
      },
      flavour.releasedShellEntries,
      [new HtmlWebpackPlugin({ ...htmlOptions, filename: "development.html" })],
    ),
    name: "shell-development",
    // The other one cleans the folder that both write into.
    dependencies: ["shell"],
  };
}

function shell(base, firstEntries, plugins) {
  return {
    ...base,
    entry: { shell: [...firstEntries, "./src/bootstrap.tsx"] },
    output: { ...base.output, publicPath: "/", uniqueName: "souffleur_shell" },
    resolve: { ...base.resolve, alias: federationRuntime() },
    plugins: [
      ...base.plugins,
      new ModuleFederationPlugin({
        name: "shell",
        shareStrategy: "loaded-first",
        shared: sharedByShell(),
        dts: false,
        manifest: false,
        // Remotes are registered by their entry scripts, so nothing reads manifests and their snapshots.
        experiments: {
          provideExternalRuntime: true,
          optimization: { target: "web", disableSnapshot: true },
        },
      }),
      new FontPreloadPlugin(),
      new DefinePlugin({ SOUFFLEUR_CONTRACT: JSON.stringify(contractVersions()) }),
      new ShellContractPlugin(),
      ...plugins,
    ],
  };
}

function common(name, development, prefix, watched = development) {
  const file = (extension) => prefix + hashed("[name]", extension, development);
  return {
    name,
    mode: development ? "development" : "production",
    context: path.join(root, name),
    target: ["web", "es2022"],
    // Never one of the eval kinds: the content-security policy forbids them in every flavour.
    devtool: development ? "cheap-module-source-map" : "source-map",
    output: {
      path: path.join(root, name, "dist"),
      filename: file("js"),
      chunkFilename: file("js"),
      assetModuleFilename: `${prefix}[name].[contenthash:8][ext]`,
      hotUpdateChunkFilename: `${prefix}[id].[fullhash].hot-update.js`,
      hotUpdateMainFilename: `${prefix}[runtime].[fullhash].hot-update.json`,
      // tsc keeps its declarations in the same folder.
      clean: { keep: /^(types|e2e-types)\b/ },
    },
    // The compiler rewrites the extensions of our own imports to those that it would emit.
    resolve: { extensions: [".js"], extensionAlias: { ".js": [".ts", ".tsx", ".js"] } },
    module: {
      rules: [
        { test: /\.tsx?$/, use: typescript(watched) },
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, cssLoader(name)] },
        { test: /\.(woff2|svg|png|webp)$/, type: "asset/resource" },
      ],
    },
    plugins: [new MiniCssExtractPlugin({ filename: file("css"), chunkFilename: file("css") })],
    optimization: {
      minimizer: ["...", new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify })],
    },
    // The budget test weighs what is sent; webpack would weigh the uncompressed files.
    performance: false,
    stats: "errors-warnings",
  };
}

function hashed(name, extension, development) {
  return development ? `${name}.${extension}` : `${name}.[contenthash:8].${extension}`;
}

/** Strips the types and nothing else; `tsc -b` checks them. */
function typescript(watched) {
  return {
    loader: require.resolve("ts-loader"),
    options: {
      transpileOnly: true,
      onlyCompileBundledFiles: true,
      compilerOptions: {
        // Other packages' sources are part of a bundle too.
        rootDir: root,
        composite: false,
        declaration: false,
        emitDeclarationOnly: false,
        incremental: false,
        sourceMap: true,
        // Never the development transform: its runtime is missing where a production shell shares React.
        jsx: "react-jsx",
      },
      ...(watched && { getCustomTransformers: () => ({ before: [refreshTypescript()] }) }),
    },
  };
}

function cssLoader(name) {
  return {
    loader: require.resolve("css-loader"),
    options: {
      modules: {
        auto: true,
        namedExport: false,
        exportLocalsConvention: "as-is",
        // The bundle's name keeps one remote's classes from ever meeting another's.
        localIdentName: `${name}_[local]_[hash:base64:5]`,
      },
    },
  };
}

module.exports = { defineRemote, defineShell };
