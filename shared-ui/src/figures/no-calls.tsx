import { daysOfRange, type FiguresRange, type FiguresSource } from "@souffleur/contracts";
import { buttonClass, EmptyState, sharedText as t, useSession } from "@souffleur/shared-ui";
import { Link } from "react-router-dom";

/** Shown instead of the figures of a range without calls. */
export function NoCalls({ range, source }: { range: FiguresRange; source: FiguresSource }) {
  const { organization } = useSession();
  return (
    <EmptyState
      action={
        <Link to="/live-call" className={buttonClass()}>
          {t("Open Live Call")}
        </Link>
      }
    >
      {organization === null
        ? t("Platform administrators have no organization: only their own test calls are counted here.")
        : source === "practice"
          ? t("No practice calls in the last {days} days.", { days: daysOfRange[range] })
          : t("No calls in the last {days} days.", { days: daysOfRange[range] })}
    </EmptyState>
  );
}
