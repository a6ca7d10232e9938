import type { PlaybookContent, PlaybookVersion } from "@souffleur/contracts/playbook";
import {
  Badge,
  Button,
  Card,
  EmptyState,
  ErrorState,
  formatDateTime,
  SelectField,
  Skeleton,
} from "@souffleur/shared-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { failureText } from "../users/failure-text.ts";
import { Differences } from "./differences.tsx";
import { changesBetween } from "./draft/changes.ts";
import { counted, countedEntries, versionName } from "./labels.ts";
import styles from "./playbook.module.css";
import { useVersion, useVersions, versionOptions } from "./queries.ts";

interface VersionsTabProps {
  userId: string;
  draft: PlaybookContent;
  published: number;
  mayEdit: boolean;
  onUse: (content: PlaybookContent, version: number) => void;
}

const texts = {
  refused: "The versions could not be loaded.",
  unanswered: "The versions could not be loaded. Please check your connection.",
};

/** All published versions: what they differ in, and the way back to one. */
export function VersionsTab({ userId, draft, published, mayEdit, onUse }: VersionsTabProps) {
  const { data, error, isFetching, refetch } = useVersions(userId);
  const [compared, setCompared] = useState<number>();
  if (data === undefined) {
    if (error === null || isFetching) return <Skeleton height={240} />;
    return <ErrorState onRetry={() => void refetch()}>{failureText(error, texts)}</ErrorState>;
  }
  return (
    <>
      <ul className={styles.rows} aria-label="Versions">
        {data.map((version) => (
          <li key={version.version}>
            <div className={styles.row}>
              <VersionText version={version} isPublished={version.version === published} />
              <div className={styles.tools}>
                <Button
                  aria-label={`Compare ${versionName(version.version)}`}
                  aria-expanded={compared === version.version}
                  onClick={() => setCompared(compared === version.version ? undefined : version.version)}
                >
                  Compare
                </Button>
                {mayEdit && <UseVersion userId={userId} version={version.version} onUse={onUse} />}
              </div>
            </div>
            {compared === version.version && (
              <Comparison userId={userId} version={version.version} versions={data} draft={draft} />
            )}
          </li>
        ))}
      </ul>
      {data.length === 1 && (
        <EmptyState>Nothing was published yet: agents have the built-in playbook.</EmptyState>
      )}
    </>
  );
}

function VersionText({ version, isPublished }: { version: PlaybookVersion; isPublished: boolean }) {
  const { publishedAt, publishedBy, note, entryCount, replyCount } = version;
  return (
    <div>
      <p>
        <strong>{versionName(version.version)}</strong>{" "}
        {isPublished && <Badge tone="success">Published</Badge>}
      </p>
      {note !== undefined && note !== "" && <p>{note}</p>}
      <p className={styles.second}>
        {publishedAt !== undefined && `${formatDateTime(publishedAt)} · `}
        {publishedBy !== undefined && `${publishedBy} · `}
        {countedEntries(entryCount)}, {counted(replyCount, "reply", "replies")}
      </p>
    </div>
  );
}

function UseVersion({
  userId,
  version,
  onUse,
}: Pick<VersionsTabProps, "userId" | "onUse"> & { version: number }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => queryClient.fetchQuery(versionOptions(userId, version)),
    onSuccess: (content) => onUse(content, version),
  });
  return (
    <>
      <Button
        aria-label={`Use this version: ${versionName(version)}`}
        busy={isPending}
        onClick={() => mutate()}
      >
        Use this version
      </Button>
      {error !== null && <span role="alert">{failureText(error, texts)}</span>}
    </>
  );
}

interface ComparisonProps {
  userId: string;
  version: number;
  versions: readonly PlaybookVersion[];
  draft: PlaybookContent;
}

/** From another version, or the draft, to this one. */
function Comparison({ userId, version, versions, draft }: ComparisonProps) {
  const older = versions.find((one) => one.version < version);
  const [other, setOther] = useState(older === undefined ? "draft" : String(older.version));
  const here = useVersion(userId, version);
  const there = useVersion(userId, other === "draft" ? undefined : Number(other));
  const failed = [here, there].find(({ error, isFetching }) => error !== null && !isFetching);
  const [before, after] = other === "draft" ? [here.data, draft] : [there.data, here.data];
  const changes = useMemo(
    () => (before === undefined || after === undefined ? undefined : changesBetween(before, after)),
    [before, after],
  );
  return (
    <Card>
      <SelectField
        className={styles.choice}
        label="Compare with"
        value={other}
        onChange={(event) => setOther(event.target.value)}
      >
        <option value="draft">The draft</option>
        {versions
          .filter((one) => one.version !== version)
          .map((one) => (
            <option key={one.version} value={one.version}>
              {versionName(one.version)}
            </option>
          ))}
      </SelectField>
      {failed !== undefined ? (
        <ErrorState onRetry={() => void failed.refetch()}>{failureText(failed.error, texts)}</ErrorState>
      ) : changes === undefined ? (
        <Skeleton height={80} />
      ) : (
        <>
          <p className={styles.second}>
            {other === "draft"
              ? `From ${versionName(version)} to the draft`
              : `From ${versionName(Number(other))} to ${versionName(version)}`}
          </p>
          <Differences changes={changes} />
        </>
      )}
    </Card>
  );
}
