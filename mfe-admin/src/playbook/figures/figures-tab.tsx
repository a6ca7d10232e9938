import { type FiguresRange, figuresRanges } from "@souffleur/contracts";
import { readPlaybookFigures } from "@souffleur/contracts/playbook";
import { call, EmptyState, Notice, Segmented } from "@souffleur/shared-ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { NotLoaded } from "../../not-loaded.tsx";
import { type Text, t } from "../../texts/texts.ts";
import type { EditableDraft } from "../edit-content.ts";
import { RepliesTable } from "./replies-table.tsx";
import { SaidInstead } from "./said-instead.tsx";
import { Wordings } from "./wordings.tsx";

interface FiguresTabProps {
  userId: string;
  range: string | null;
  onRange: (range: FiguresRange) => void;
  /** Undefined for a user who may not edit it. */
  draft: EditableDraft | undefined;
}

const names: Readonly<Record<FiguresRange, Text>> = { "7d": "7 days", "30d": "30 days", "90d": "90 days" };

/** How often replies are suggested and said, and the outcomes of those calls. */
export function FiguresTab({ userId, range: wanted, onRange, draft }: FiguresTabProps) {
  const range = figuresRanges.find((one) => one === wanted) ?? "30d";
  const figures = useQuery({
    queryKey: ["playbook", userId, "figures", range],
    queryFn: async ({ signal }) => (await call(readPlaybookFigures, { query: { range } }, signal)).data,
    placeholderData: keepPreviousData,
  });
  const { data } = figures;
  const replies = useMemo(() => data?.replies.toSorted((one, other) => other.given - one.given), [data]);
  return (
    <>
      <div>
        <Segmented
          label={t("Range")}
          value={range}
          options={figuresRanges.map((value) => ({ value, label: t(names[value]) }))}
          onChange={onRange}
        />
      </div>
      {data === undefined || replies === undefined ? (
        <NotLoaded query={figures} text="The figures could not be loaded." height={320} />
      ) : replies.length === 0 ? (
        <EmptyState>{t("No replies were suggested in this time.")}</EmptyState>
      ) : (
        <>
          <Notice kind="info">
            {t(
              "This is no proof: calls in which a reply was said may also differ in other ways. Each rate is shown with the range in which it lies with 95% certainty.",
            )}
          </Notice>
          <Wordings replies={replies} draft={draft} />
          <RepliesTable replies={replies} calls={data.calls} />
          <SaidInstead instead={data.instead} draft={draft} />
        </>
      )}
    </>
  );
}
