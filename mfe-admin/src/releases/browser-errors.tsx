import type { BrowserError } from "@souffleur/contracts/live-releases";
import { Badge, Button, EmptyState, ErrorState, Skeleton } from "@souffleur/shared-ui";
import { useRef } from "react";
import { T, t } from "../texts/texts.ts";
import styles from "./browser-errors.module.css";
import { useBrowserErrors, useResolve } from "./release-queries.ts";
import { ageText, commitText } from "./release-texts.ts";

interface BrowserErrorsProps {
  now: number;
  /** The title of each remote. */
  titles: ReadonlyMap<string, string>;
}

/** The errors of the shell and the remotes in browsers; the remote with the latest error comes first. */
export function BrowserErrors({ now, titles }: BrowserErrorsProps) {
  const { data, failure, reload } = useBrowserErrors();
  const errors = data?.errors;
  const heading = useRef<HTMLHeadingElement>(null);
  const remotes = [...new Set(errors?.map(({ remote }) => remote))];
  return (
    <section aria-labelledby="browser-errors" aria-busy={errors === undefined} className={styles.errors}>
      <h2 id="browser-errors" ref={heading} tabIndex={-1}>
        {t("Browser errors")}
      </h2>
      {failure !== undefined ? (
        <ErrorState onRetry={reload}>{failure}</ErrorState>
      ) : errors === undefined ? (
        <Skeleton height={48} />
      ) : (
        remotes.length === 0 && <EmptyState>{t("No errors in the last 30 days.")}</EmptyState>
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
  const { isPending, mutate: resolve } = useResolve(onResolved);
  const { name, message, count, firstSeen, lastSeen, releases, isNew, screen, browser, stack } = error;
  const title = message === "" ? name : `${name}: ${message}`;
  const last = releases.at(-1);
  const timeOf = (seen: string) => (
    <time key="time" dateTime={seen}>
      {ageText(seen, now)}
    </time>
  );
  return (
    <details>
      <summary>
        <strong>{title}</strong>
        <span> </span>
        {isNew && <Badge tone="danger">{t("New in this release")}</Badge>}
        <span className={styles.line}>
          {last === undefined ? (
            <T
              text="{count, plural, one {Once} other {# times}}, last <0/>"
              values={{ count }}
              elements={[timeOf(lastSeen)]}
            />
          ) : (
            <T
              text="{count, plural, one {Once} other {# times}}, last <0/> in {release}"
              values={{ count, release: releaseText(last) }}
              elements={[timeOf(lastSeen)]}
            />
          )}
        </span>
        {stack[0] !== undefined && <code className={styles.line}>{stack[0]}</code>}
      </summary>
      <div className={styles.details}>
        {stack.length > 0 && <pre>{stack.join("\n")}</pre>}
        <p className={styles.line}>
          {screen === null ? (
            <T
              text="First seen <0/>. Last seen in <1/>."
              elements={[timeOf(firstSeen), <span key="browser">{browser}</span>]}
            />
          ) : (
            <T
              text="First seen <0/>. Last seen on <1/> in <2/>."
              elements={[
                timeOf(firstSeen),
                <span key="screen">{screen}</span>,
                <span key="browser">{browser}</span>,
              ]}
            />
          )}
          {releases.length > 1 && (
            <span>{` ${t("Releases: {releases}.", { releases: releases.map(releaseText).join(", ") })}`}</span>
          )}
        </p>
        <Button
          small
          busy={isPending}
          aria-label={t("Resolve {error}", { error: title })}
          onClick={() => resolve(error)}
        >
          {t("Resolve")}
        </Button>
      </div>
    </details>
  );
}

function releaseText({ version, commit }: BrowserError["releases"][number]): string {
  return commit === null ? version : `${version} (${commitText(commit)})`;
}
