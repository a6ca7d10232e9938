import type { EndpointAnswer } from "@souffleur/contracts";
import type { PlaybookEntry, PlaybookMatch, tryPlaybook } from "@souffleur/contracts/playbook";
import { Badge, Card, EmptyState } from "@souffleur/shared-ui";
import { T, t } from "../texts/texts.ts";
import styles from "./playbook.module.css";

type ResultsProps = EndpointAnswer<typeof tryPlaybook>["data"] & {
  isCall: boolean;
  entries: readonly PlaybookEntry[];
  onOpen: (entryId: string) => void;
};

export function TryResults({ lines, unreached, shadowed, isCall, entries, onOpen }: ResultsProps) {
  const isEmpty = lines.every(({ draft, published }) => draft.length + published.length === 0);
  return (
    <>
      {isEmpty ? (
        <EmptyState>
          {t(isCall ? "No line of this call brings an entry up." : "This line brings no entry up.")}
        </EmptyState>
      ) : (
        <ol className={styles.rows} aria-label={t("Lines")}>
          {lines.map(({ seq, sender, text, draft, published }, at) => (
            <li key={seq ?? at}>
              <p>
                <Badge tone={sender === "client" ? "client" : "accent"}>
                  {t(sender === "client" ? "Client" : "Agent")}
                </Badge>
                <span> </span>
                <span lang="fr">{text}</span>
              </p>
              <div className={styles.sides}>
                <Matches title={t("Draft")} matches={draft} others={published} onOpen={onOpen} />
                <Matches
                  title={t("{what, select, version {Published} other {Published}}", { what: "playbook" })}
                  matches={published}
                  others={draft}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      {isCall && (
        <div className={styles.sides}>
          <Card title={t("Shadowed")}>
            {shadowed.length === 0 ? (
              <p className={styles.second}>{t("Every entry that came up was first at some line.")}</p>
            ) : (
              <ul className={styles.matches}>
                {shadowed.map(({ entryId, intent, by }) => (
                  <li key={entryId}>
                    <T
                      text="<0/> always behind <1/>"
                      elements={[
                        <EntryLink key="entry" intent={intent} onOpen={() => onOpen(entryId)} />,
                        <span key="first" lang="fr">
                          {entries.find(({ id }) => id === by)?.intent ?? by}
                        </span>,
                      ]}
                    />
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <Card title={t("Not reached")}>
            {unreached.length === 0 ? (
              <p className={styles.second}>{t("This call reached every entry.")}</p>
            ) : (
              <details>
                <summary>
                  {t("{count, plural, one {# entry} other {# entries}} not reached by this call", {
                    count: unreached.length,
                  })}
                </summary>
                <ul className={styles.matches}>
                  {unreached.map(({ entryId, intent }) => (
                    <li key={entryId}>
                      <EntryLink intent={intent} onOpen={() => onOpen(entryId)} />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </Card>
        </div>
      )}
    </>
  );
}

interface MatchesProps {
  title: string;
  matches: readonly PlaybookMatch[];
  others: readonly PlaybookMatch[];
  onOpen?: (entryId: string) => void;
}

function Matches({ title, matches, others, onOpen }: MatchesProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {matches.length === 0 && <p className={styles.second}>{t("Nothing")}</p>}
      <ol className={styles.matches}>
        {matches.map(({ entryId, intent, replies }) => (
          <li key={entryId}>
            {onOpen === undefined ? (
              <strong lang="fr">{intent}</strong>
            ) : (
              <EntryLink intent={intent} onOpen={() => onOpen(entryId)} />
            )}
            <span> </span>
            {!others.some((other) => other.entryId === entryId) && (
              <Badge tone="warning">{t("Only here")}</Badge>
            )}
            <ul lang="fr">
              {replies.map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

function EntryLink({ intent, onOpen }: { intent: string; onOpen: () => void }) {
  return (
    <button type="button" className={styles.link} lang="fr" onClick={onOpen}>
      {intent}
    </button>
  );
}
