// Globals of a page and of a bundle.
declare var __reactRefreshInjected_souffleur: boolean | undefined;
declare var souffleurRefreshRuntime: unknown;
declare var souffleurBuilds: Map<string, EventTarget> | undefined;
declare const SOUFFLEUR_BUNDLE: string;
declare const __webpack_hash__: string;
declare const __webpack_public_path__: string;

declare namespace NodeJS {
  interface Require {
    ensure<Module>(needs: [], load: (require: NodeJS.Require) => Module, chunk: string): Promise<Module>;
  }
}

/** Code of a bundle has thrown. */
interface WindowEventMap {
  "souffleur-failure": CustomEvent<{ bundle: string; error: unknown }>;
}

interface ImportMeta {
  webpackHot: { check(apply: boolean): Promise<string[] | null> };
}

declare module "react-refresh/runtime" {
  export function injectIntoGlobalHook(global: object): void;
}
