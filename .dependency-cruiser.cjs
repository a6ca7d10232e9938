// Which folder may import which, and no cycles: `npm run check` holds all of it. Paths begin at the project's top.
const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const never = (name, from, to, comment) => rule(name, comment, { path: from }, { path: to });

/** The API's folders: one may import those of its own line and of the lines above. */
const layers = [
  "bus|clock|disk-full|limits|slices|config|feature|http|crypto|database|phone|redis|scheduling|texts",
  "auth|account|passkeys|sso|tokens|webhooks|scim|verification|administration|invitations|onboarding|audit|mail|throttle|openapi|releases|migrations",
  "calls|customers|realtime|suggestions|transcription|browser-errors|playbook",
  "telephony|privacy|desk|calendar|usage",
  "app|server|tuning",
];
const inLayers = (some) => `^api/src/(${some.join("|")})[./]`;
const features = "^(api/src|shared-ui/src|shell/src|mfe-[^/]+/src)/";
const packageNamed = (names) => `(^|node_modules/)(${names})(/|$)`;

module.exports = {
  forbidden: [
    rule("no-cycle", "A cycle of files can be understood only as a whole.", {}, { circular: true }),
    {
      ...rule("no-folder-cycle", "As with files.", { path: features }, { circular: true }),
      scope: "folder",
    },
    ...layers
      .slice(0, -1)
      .map((layer, n) =>
        never(
          `api-layer-${n + 1}`,
          inLayers([layer]),
          inLayers(layers.slice(n + 1)),
          "See the layers above.",
        ),
      ),
    rule(
      "api-folder-without-layer",
      "Each folder stands in one of the layers above.",
      { path: "^api/src/", pathNot: inLayers(layers) },
      {},
    ),
    rule(
      "models-at-home",
      "A feature's documents are its own: others import what it exports of them.",
      { path: "^api/src/([^/]+)/" },
      { path: "^api/src/[^/]+/.*-model\\.ts$", pathNot: "^api/src/$1/" },
    ),
    never(
      "product-below-commands",
      "^api/src/",
      "^(api/(commands|bench)|shell)/",
      "Commands stand on the product.",
    ),
    never(
      "tools-at-the-bottom",
      "^api/tools/",
      "^(api/(?!tools/)|shell/|shared-ui/|mfe-)",
      "Everything stands on the tools: they import nothing of the product.",
    ),
    never("bench-below-commands", "^api/bench/", "^api/commands/", "Commands start benchmarks."),
    never(
      "delivery-as-a-process",
      "^api/(commands|bench)/",
      "^shell/",
      "What the shell delivers is run as a process, and never imported.",
    ),
    never(
      "delivery-on-tools",
      "^shell/",
      "^api/(dist/)?(commands|bench)/",
      "The delivery stands on api/tools and the product.",
    ),
    never(
      "build-at-the-bottom",
      "^shell/(build|remote)/",
      "^shell/(src|delivery|e2e)/|/webpack\\.config\\.cjs$",
      "Bundler configurations import the build's parts.",
    ),
    never(
      "remote-below-build",
      "^shell/remote/",
      "^shell/build/",
      "The shell builds with what remotes build with.",
    ),
    rule(
      "contracts-on-zod",
      "The contracts are what server and browser share.",
      { path: "^api/contracts/src/" },
      { pathNot: `^api/contracts/src/|${packageNamed("zod")}` },
    ),
    never(
      "browser-without-node",
      "^(shell|shared-ui|mfe-[^/]+)/src/",
      "^api/(?!contracts/)|^shell/(build|remote|delivery|e2e)/",
      "What browsers get imports the contracts, and nothing that runs in Node.js.",
    ),
    rule(
      "remotes-apart",
      "A remote imports the contracts and shared-ui alone.",
      { path: "^(shared-ui|mfe-[^/]+|shell)/src/" },
      { path: "^(mfe-[^/]+|shell)/", pathNot: "^$1/" },
    ),
    never(
      "through-shared-ui",
      "^(shell|mfe-[^/]+)/src/",
      packageNamed("zod|socket\\.io-client|lucide-react|radix-ui|sonner"),
      "Schemas come from the contracts; the socket, icons, components and toasts from shared-ui.",
    ),
    rule(
      "one-shared-ui",
      "Remotes bundle these folders: a relative import would bundle a second shared-ui, without texts.",
      { path: "^shared-ui/src/(figures|transcript)/" },
      { path: "^shared-ui/src/", pathNot: "^shared-ui/src/(index\\.ts$|saving\\.ts$|$1/)" },
    ),
    rule(
      "testing-in-tests",
      "What tests need is not for the product.",
      { path: features, pathNot: "/testing/" },
      { path: "/testing/|^api/test/" },
    ),
  ],
  options: {
    exclude: { path: "\\.test\\.tsx?$" },
    doNotFollow: { path: "(^|/)(node_modules|dist)/" },
    parser: "swc",
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".mjs", ".cjs", ".js", ".json", ".css"],
      conditionNames: ["source", "import", "node"],
      exportsFields: ["exports"],
    },
  },
};
