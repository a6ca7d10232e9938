/** A day on which something is to be done. */
export interface CalendarDay {
  /** Stays the same while the entry changes. */
  id: string;
  /** Such as 2026-03-31. */
  day: string;
  title: string;
  description: string;
  /** Where to do it. */
  address: string;
  /** Counts the changes. */
  sequence: number;
  changedAt: Date;
}

const lineBytes = 75;

/** Escapes a value of the type TEXT; other control characters must not be in it. */
const escaped = (text: string) =>
  text
    .replace(/\r\n?/gu, "\n")
    .replace(/(?!\n)\p{Cc}/gu, " ")
    .replace(/[\\;,]/gu, "\\$&")
    .replace(/\n/gu, "\\n");

/** A content line in parts of at most 75 octets, of which none ends within a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let bytes = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (bytes + size > lineBytes) {
      parts.push(part);
      // The space at the beginning of a part counts.
      [part, bytes] = [" ", 1];
    }
    part += letter;
    bytes += size;
  }
  return `${[...parts, part].join("\r\n")}\r\n`;
}

const basic = (iso: string) => iso.replace(/[-:]|\.\d+/gu, "");

function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

const time = (date: Date) => basic(date.toISOString());

/** How often programs are to read it anew. */
const refresh = "PT1H";

/**
 * Days as an iCalendar stream (RFC 5545): events of whole days, which are free time.
 * @param now with a METHOD, DTSTAMP is when the stream was made (3.8.7.2), and LAST-MODIFIED when an event changed
 */
export function calendarFile(name: string, days: readonly CalendarDay[], now: Date): string {
  const events = days.flatMap(({ id, day, title, description, address, sequence, changedAt }) => [
    "BEGIN:VEVENT",
    `UID:${id}@souffleur`,
    `DTSTAMP:${time(now)}`,
    `LAST-MODIFIED:${time(changedAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;VALUE=DATE:${basic(day)}`,
    `DTEND;VALUE=DATE:${basic(nextDay(day))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${address}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ]);
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Souffleur//Next steps//EN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escaped(name)}`,
    // RFC 7986, which Apple's programs read, and what Outlook reads.
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...events,
    "END:VCALENDAR",
  ]
    .map(folded)
    .join("");
}
