import { limits } from "@souffleur/contracts";
import { listNextSteps, type NextStep, saveNextStep } from "@souffleur/contracts/next-steps";
import { call, RequestError, toast } from "@souffleur/shared-ui";
import { browserZone, formatDay } from "@souffleur/shared-ui/figures";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { nextStepsKey } from "../lib/recent-calls.ts";
import { errorText } from "../lib/request-errors.ts";
import { t } from "../texts/texts.ts";

/** How many steps are shown at first; further pages are as long as they may be. */
const firstCount = 5;

/** Which open steps are listed. */
export interface Listed {
  due?: "today";
  agentId?: string;
  customerId?: string;
}

/** Open next steps, and the current day, in this browser's time zone. */
export function useNextSteps(userId: string, listed: Listed) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: [...nextStepsKey, userId, listed],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const page = {
        limit: cursor === undefined ? firstCount : limits.callsPageMax,
        ...(cursor && { cursor }),
      };
      return (await call(listNextSteps, { query: { ...listed, ...browserZone(), ...page } }, signal)).data;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { ...query, steps: data?.pages.flatMap(({ steps }) => steps), today: data?.pages[0]?.today };
}

type Change = { isDone: boolean } | { day: string | null };

/** Changes steps, and offers to take each change back. */
export function useChangeStep() {
  const queryClient = useQueryClient();
  const [changing, setChanging] = useState<string>();

  const change = useCallback(
    async function change({ callId, revision }: NextStep, body: Change, undone?: Change): Promise<boolean> {
      setChanging(callId);
      try {
        const { data } = await call(saveNextStep, { params: { callId }, body: { ...body, revision } });
        if (undone !== undefined)
          toast.success(
            "day" in body && body.day !== null
              ? t("Postponed to {day}", { day: formatDay(body.day) })
              : t("Done"),
            {
              action: { label: t("Undo"), onPress: () => void change(data, undone) },
            },
          );
        return true;
      } catch (error) {
        const isOvertaken = error instanceof RequestError && error.code === "INVALID_TRANSITION";
        toast.error(
          isOvertaken
            ? t("This step was changed elsewhere. Look at it again.")
            : errorText(error, t("The step could not be changed.")),
        );
        return false;
      } finally {
        setChanging(undefined);
        await queryClient.invalidateQueries({ queryKey: nextStepsKey });
      }
    },
    [queryClient],
  );
  return {
    changing,
    finish: (step: NextStep) => change(step, { isDone: true }, { isDone: false }),
    postpone: (step: NextStep, day: string) => change(step, { day }, { day: step.day ?? null }),
  };
}
