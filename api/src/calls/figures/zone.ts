/** A time zone that `Intl` knows, or a fixed offset from UTC in minutes. */
export type Zone = string | number;

/**
 * The zone of a reader's days: the named one, else an offset that stands in its place, else the reader's offset, else UTC.
 * Machines without a zone say `Etc/Unknown`, an offset or nothing, and names differ between versions of the database.
 */
export function readZone({
  timeZone,
  utcOffset = "",
}: {
  timeZone: string;
  utcOffset?: string | undefined;
}): Zone {
  if (isKnown(timeZone)) return timeZone;
  return readOffset(timeZone) ?? readOffset(utcOffset) ?? "UTC";
}

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "Etc/Unknown";
  } catch {
    return false;
  }
}

/** ISO 8601's offsets, also after UTC or GMT. A plus that was not encoded in an address arrives as a space. */
const offset = /^(?:UTC|GMT)?([ +\u2212-])(\d{1,2})(?::?([0-5]\d))?(?::?[0-5]\d)?$/i;

/** Minutes; undefined where it is no offset of less than a day. */
function readOffset(text: string): number | undefined {
  const [, sign, hours, minutes = "0"] = offset.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23) return undefined;
  const total = Number(hours) * 60 + Number(minutes);
  return sign === "+" || sign === " " ? total : -total;
}
