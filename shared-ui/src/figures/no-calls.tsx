import { daysOfRange, type FiguresRange } from "@souffleur/contracts";
import { buttonClass, EmptyState, useSession } from "@souffleur/shared-ui";
import { Link } from "react-router-dom";

/** In place of the figures of a range without calls. */
export function NoCalls({ range }: { range: FiguresRange }) {
  const { organization } = useSession();
  return (
    <EmptyState
      action={
        <Link to="/live-call" className={buttonClass()}>
          Open Live Call
        </Link>
      }
    >
      {organization === null
        ? "Platform administrators have no organization: only their own test calls are counted here."
        : `No calls in the last ${daysOfRange[range]} days.`}
    </EmptyState>
  );
}
