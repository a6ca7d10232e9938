import type { BrowserError } from "@souffleur/contracts";
import { Badge, Button, EmptyState, ErrorState, formatCount, Skeleton } from "@souffleur/shared-ui";
import { useRef } from "react";
import styles from "./browser-errors.module.css";
import { ageText, commitText } from "./release-texts.ts";
import { useBrowserErrors, useResolve } from "./use-browser-errors.ts";

interface BrowserErrorsProps {
  now: number;
  /** The name that users know each remote by. */
  titles: ReadonlyMap<string, string>;
}

/** The errors of the shell and of the remotes in browsers, those of the remote that failed last first. */
export function BrowserErrors({ now, titles }: BrowserErrorsProps) {
  const { errors, failure, reload } = useBrowserErrors();
  const heading = useRef<HTMLHeadingElement>(null);
  const remotes = [...new Set(errors?.map(({ remote }) => remote))];
  return (
    <section aria-labelledby="browser-errors" aria-busy={errors === undefined} className={styles.errors}>
      <h2 id="browser-errors" ref={heading} tabIndex={-1}>
        Browser errors
      </h2>
      {failure !== undefined ? (
        <ErrorState onRetry={reload}>{failure}</ErrorState>
      ) : errors === undefined ? (
        <Skeleton height={48} />
      ) : (
        remotes.length === 0 && <EmptyState>No errors in the last 30 days.</EmptyState>
      )}
      {remotes.map((remote) => (
        <section key={remote} aria-labelledby={`errors-${remote}`}>
          <h3 id={`errors-${remote}`}>{titles.get(remote) ?? remote}</h3>
          <ul>
            {errors
              ?.filter((error) => error.remote === remote)
              .map((error) => (
                <li key={error.id}>
                  <ErrorDetails error={error} now={now} onResolved={() => heading.current?.focus()} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

interface ErrorDetailsProps {
  error: BrowserError;
  now: number;
  onResolved: () => void;
}

function ErrorDetails({ error, now, onResolved }: ErrorDetailsProps) {
  const { isPending, resolve } = useResolve(onResolved);
  const { name, message, count, firstSeen, lastSeen, releases, isNew, screen, browser, stack } = error;
  const title = message === "" ? name : `${name}: ${message}`;
  const last = releases.at(-1);
  return (
    <details>
      <summary>
        <strong>{title}</strong> {isNew && <Badge tone="danger">New in this release</Badge>}
        <span className={styles.line}>
          {count === 1 ? "Once" : `${formatCount(count)} times`}, last{" "}
          <time dateTime={lastSeen}>{ageText(lastSeen, now)}</time>
          {last && ` in ${releaseText(last)}`}
        </span>
        {stack[0] !== undefined && <code className={styles.line}>{stack[0]}</code>}
      </summary>
      <div className={styles.details}>
        {stack.length > 0 && <pre>{stack.join("\n")}</pre>}
        <p className={styles.line}>
          First seen <time dateTime={firstSeen}>{ageText(firstSeen, now)}</time>. Last seen
          {screen !== null && ` on ${screen}`} in {browser}.
          {releases.length > 1 && ` Releases: ${releases.map(releaseText).join(", ")}.`}
        </p>
        <Button small busy={isPending} aria-label={`Resolve ${title}`} onClick={() => resolve(error)}>
          Resolve
        </Button>
      </div>
    </details>
  );
}

function releaseText({ version, commit }: BrowserError["releases"][number]): string {
  return commit === null ? version : `${version} (${commitText(commit)})`;
}
