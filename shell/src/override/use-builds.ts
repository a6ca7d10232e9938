import { useEffect, useState } from "react";
import { sourceStack } from "../development/source-stack.ts";

/** A finished build, as the development server announces it. */
interface Build {
  name: string;
  errors: readonly string[];
  problems: readonly string[];
}

export interface Builds {
  /** Whether the server answers; undefined until that is known. */
  answering?: boolean;
  /** The last build of each bundle. */
  last: Readonly<Record<string, Build>>;
}

const reconnectMs = 1000;

/** The builds of a development server. */
export function useBuilds(origin: string): Builds {
  const [builds, setBuilds] = useState<Builds>({ last: {} });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stream: EventSource;
    const connect = () => {
      stream = new EventSource(`${origin}/@dev/builds`);
      stream.onopen = () => setBuilds(({ last }) => ({ last, answering: true }));
      stream.onmessage = ({ data }) => {
        const build: Build = JSON.parse(data);
        setBuilds(({ last }) => ({ answering: true, last: { ...last, [build.name]: build } }));
      };
      stream.onerror = () => {
        setBuilds(({ last }) => ({ last, answering: false }));
        // The browser itself reconnects unless it got an answer of another kind.
        if (stream.readyState === EventSource.CLOSED) timer = setTimeout(connect, reconnectMs);
      };
    };
    connect();
    return () => {
      clearTimeout(timer);
      stream.close();
    };
  }, [origin]);
  return builds;
}

/** What has thrown in bundles of this page, with the positions in their sources; empty where a screen shows it. */
export function useFailures(): Readonly<Record<string, string>> {
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    const add = async (event: WindowEventMap["souffleur-failure"]) => {
      const { bundle, error, isShown = false } = event.detail;
      const text = isShown ? "" : await sourceStack(bundle, error);
      setFailures((known) => ({ ...known, [bundle]: text }));
    };
    window.addEventListener("souffleur-failure", add);
    return () => window.removeEventListener("souffleur-failure", add);
  }, []);
  return failures;
}

declare global {
  interface WindowEventMap {
    /** Code of a bundle under development has thrown: its next build starts the page anew. */
    "souffleur-failure": CustomEvent<{ bundle: string; error: unknown; isShown?: boolean }>;
  }
}
