import {
  listPlaybookVersions,
  type PlaybookContent,
  type PlaybookVersion,
  readPlaybookVersion,
} from "@souffleur/contracts/playbook";
import { Badge, Button, Card, call, EmptyState, formatDateTime, SelectField } from "@souffleur/shared-ui";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { NotLoaded } from "../not-loaded.tsx";
import { t } from "../texts/texts.ts";
import { useEndpoint } from "../use-endpoint.ts";
import { ownFailureText } from "../users/failure-text.ts";
import { Differences } from "./differences.tsx";
import { changesBetween } from "./draft/changes.ts";
import { versionName } from "./labels.ts";
import styles from "./playbook.module.css";

interface VersionsTabProps {
  userId: string;
  draft: PlaybookContent;
  published: number;
  mayEdit: boolean;
  onUse: (content: PlaybookContent, version: number) => void;
}

/** The content of a version, which is immutable. */
const versionOptions = (userId: string, version: number) =>
  queryOptions({
    queryKey: ["playbook", userId, "version", version],
    queryFn: async ({ signal }) => (await call(readPlaybookVersion, { params: { version } }, signal)).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
const notLoaded = "The versions could not be loaded.";

/** All published versions: their differences, and a button that restores one into the draft. */
export function VersionsTab({ userId, draft, published, mayEdit, onUse }: VersionsTabProps) {
  const query = useEndpoint(["playbook", userId, "versions"], listPlaybookVersions);
  const data = query.data?.versions;
  const [compared, setCompared] = useState<number>();
  if (data === undefined) return <NotLoaded query={query} text={notLoaded} height={240} />;
  return (
    <>
      <ul className={styles.rows} aria-label={t("Versions")}>
        {data.map((version) => (
          <li key={version.version}>
            <div className={styles.row}>
              <VersionText version={version} isPublished={version.version === published} />
              <div className={styles.tools}>
                <Button
                  aria-label={t("Compare {version}", { version: versionName(version.version) })}
                  aria-expanded={compared === version.version}
                  onClick={() => setCompared(compared === version.version ? undefined : version.version)}
                >
                  {t("Compare")}
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
        <EmptyState>{t("Nothing was published yet: agents have the built-in playbook.")}</EmptyState>
      )}
    </>
  );
}

function VersionText({ version, isPublished }: { version: PlaybookVersion; isPublished: boolean }) {
  const { publishedAt, publishedBy, note, entryCount, replyCount } = version;
  return (
    <div>
      <div>
        <strong>{versionName(version.version)}</strong>
        <span> </span>
        {isPublished && (
          <Badge tone="success">
            {t("{what, select, version {Published} other {Published}}", { what: "version" })}
          </Badge>
        )}
      </div>
      {note !== undefined && note !== "" && <p>{note}</p>}
      <p className={styles.second}>
        <span>{publishedAt !== undefined && `${formatDateTime(publishedAt)} · `}</span>
        <span>{publishedBy !== undefined && `${publishedBy} · `}</span>
        <span>
          {t(
            "{entries, plural, one {# entry} other {# entries}}, {replies, plural, one {# reply} other {# replies}}",
            { entries: entryCount, replies: replyCount },
          )}
        </span>
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
        aria-label={t("Use this version: {version}", { version: versionName(version) })}
        busy={isPending}
        onClick={() => mutate()}
      >
        {t("Use this version")}
      </Button>
      {error !== null && (
        <span role="alert">{ownFailureText(error, notLoaded, "Please check your connection.")}</span>
      )}
    </>
  );
}

interface ComparisonProps {
  userId: string;
  version: number;
  versions: readonly PlaybookVersion[];
  draft: PlaybookContent;
}

/** The differences from an older version to this one, or from this one to the draft. */
function Comparison({ userId, version, versions, draft }: ComparisonProps) {
  const older = versions.find((one) => one.version < version);
  const [other, setOther] = useState(older === undefined ? "draft" : String(older.version));
  const here = useQuery(versionOptions(userId, version));
  const there = useQuery({ ...versionOptions(userId, Number(other)), enabled: other !== "draft" });
  const missing = here.data === undefined ? here : there;
  const [before, after] = other === "draft" ? [here.data, draft] : [there.data, here.data];
  const changes = useMemo(
    () => (before === undefined || after === undefined ? undefined : changesBetween(before, after)),
    [before, after],
  );
  return (
    <Card>
      <SelectField
        className={styles.choice}
        label={t("Compare with")}
        value={other}
        onChange={(event) => setOther(event.target.value)}
      >
        <option value="draft">{t("The draft")}</option>
        {versions
          .filter((one) => one.version !== version)
          .map((one) => (
            <option key={one.version} value={one.version}>
              {versionName(one.version)}
            </option>
          ))}
      </SelectField>
      {changes === undefined ? (
        <NotLoaded query={missing} text={notLoaded} height={80} />
      ) : (
        <>
          <p className={styles.second}>
            {other === "draft"
              ? t("From {version} to the draft", { version: versionName(version) })
              : t("From {before} to {after}", {
                  before: versionName(Number(other)),
                  after: versionName(version),
                })}
          </p>
          <Differences changes={changes} />
        </>
      )}
    </Card>
  );
}
