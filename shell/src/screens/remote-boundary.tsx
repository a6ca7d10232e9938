import type { RouteEntry } from "@souffleur/contracts";
import { ErrorState, Page } from "@souffleur/shared-ui";
import { lazy, Suspense, useEffect, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { chooseRelease } from "../releases/choose-release.ts";
import { liveRegistry } from "../releases/registry.ts";
import { releaseReports } from "../releases/release-reports.ts";
import { remotes, useRemote } from "../remotes/remotes.ts";
import { t } from "../texts/texts.ts";
import styles from "./remote-boundary.module.css";
import { useScreenEntrance, useScreenTitle } from "./screen-entrance.ts";
import { ScreenSkeleton } from "./screen-skeleton.tsx";

/** For a bundle that loads faster, a skeleton would only flash. */
const skeletonAfterMs = 150;
const FailureCard =
  process.env.NODE_ENV === "production" ? undefined : lazy(() => import("../development/failure-card.tsx"));
/** Remotes that were reloaded in this page because a part of them no longer existed. */
const reloaded = new Set<string>();

/** The screen of a route. A slow, missing or broken remote affects nothing outside this component. */
export function RemoteScreen({ entry }: { entry: RouteEntry }) {
  const remote = useRemote(entry.remote);
  useScreenTitle(entry);
  if (remote.status === "failed") {
    const failure = remote.hasLoaded && { error: remote.error };
    return <Failed entry={entry} failure={failure} onRetry={() => remotes.retry(entry.remote)} />;
  }
  if (remote.status !== "ready") return <Loading entry={entry} />;
  const Screen = remote.module.routes.find((route) => route.path === entry.path)?.Component;
  if (Screen === undefined) return <Unknown entry={entry} />;
  const { version } = remote.release;
  return (
    <ErrorBoundary
      // A new element for each release: it starts without the state and the failure of the previous one.
      key={version}
      onError={(error) => {
        console.error(`${entry.remote} ${version} failed`, error);
        releaseReports.failed(remote.release, error);
        // The release is so old that it was removed: the current one replaces it, only once to avoid a loop.
        if (isMissingPart(error) && !reloaded.has(entry.remote)) {
          reloaded.add(entry.remote);
          remotes.reload(entry.remote);
        }
      }}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <Failed
          entry={entry}
          failure={!isMissingPart(error) && { error }}
          onRetry={isMissingPart(error) ? () => remotes.reload(entry.remote) : resetErrorBoundary}
        />
      )}
    >
      <Entrance entry={entry} />
      <Screen />
    </ErrorBoundary>
  );
}

/** Whether a screen failed because a script or stylesheet that it loads on demand is missing. */
function isMissingPart(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "ChunkLoadError" || ("code" in error && error.code === "CSS_CHUNK_LOAD_FAILED");
}

/** Shown for a screen that the loaded release does not have: the live release may have it. */
function Unknown({ entry }: { entry: RouteEntry }) {
  const [updated, setUpdated] = useState(false);
  useEffect(() => {
    void remotes.update(entry.remote).then(() => setUpdated(true));
  }, [entry.remote]);
  if (!updated) return <Loading entry={entry} />;
  const failure = {
    error: `${entry.remote}/src/routes.tsx has no screen ${entry.path}, which remote.json names.`,
  };
  return <Failed entry={entry} failure={failure} onRetry={() => location.reload()} />;
}

function Entrance({ entry }: { entry: RouteEntry }) {
  useScreenEntrance(entry);
  return null;
}

interface FailedProps {
  entry: RouteEntry;
  /** Of a remote that has loaded. */
  failure: { error: unknown } | false;
  onRetry: () => void;
}

function Failed({ entry, failure, onRetry }: FailedProps) {
  useScreenEntrance(entry);
  const { remote } = entry;
  return (
    <Page className={styles.failed}>
      <h1 className="visually-hidden" tabIndex={-1}>
        {entry.title}
      </h1>
      {FailureCard !== undefined && failure && isEdited(remote) ? (
        <Suspense>
          <FailureCard remote={remote} error={failure.error} onRetry={onRetry} />
        </Suspense>
      ) : (
        <ErrorState onRetry={onRetry}>{t("This part of Souffleur could not be loaded.")}</ErrorState>
      )}
    </Page>
  );
}

function isEdited(remote: string): boolean {
  return chooseRelease(liveRegistry.current(), remote)?.version === "dev";
}

function Loading({ entry }: { entry: RouteEntry }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), skeletonAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return late ? <ScreenSkeleton entry={entry} /> : null;
}
