import type { CallSummary, FoundText } from "@souffleur/contracts";
import { Marked } from "@souffleur/shared-ui/transcript";
import { Link } from "react-router-dom";
import { type Text, t } from "../texts/texts.ts";
import styles from "./found-texts.module.css";

const places = {
  client: "Customer name",
  agent: "Agent name",
  notes: "Notes",
  nextStep: "Next step",
  summary: "Summary",
} as const satisfies Record<string, Text>;

interface FoundTextsProps {
  callId: string;
  found: NonNullable<CallSummary["found"]>;
  /** The query of the list's address, for the way back. */
  search: string;
}

/** The best texts of a call with the found words marked; lines link to their place in the call. */
export function FoundTexts({ callId, found, search }: FoundTextsProps) {
  return (
    <ul className={styles.texts}>
      {found.map(({ place, seq, sender, text, marks }) => {
        const marked = (
          <Marked text={text} matches={marks.map(({ from: start, to: end }) => ({ start, end }))} />
        );
        return (
          <li key={`${place} ${seq}`}>
            <span className={styles.place}>{labelOf(place, sender)}</span>
            {seq === undefined ? (
              <span>{marked}</span>
            ) : (
              <Link
                lang="fr"
                to={`/analytics/calls/${encodeURIComponent(callId)}#line-${seq}`}
                state={{ list: search, find: text.slice(marks[0]?.from, marks[0]?.to) }}
              >
                {marked}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function labelOf(place: FoundText["place"], sender: FoundText["sender"]): string {
  if (place !== "line") return t(places[place]);
  return t(sender === "client" ? "Client said" : "Agent said");
}
