/**
 * This browser's time zone, and its offset from UTC such as `+02:00` for a server that does not know the zone. A browser
 * without a zone says `Etc/Unknown`, an offset or nothing.
 */
export function browserZone(): { timeZone: string; utcOffset: string } {
  const minutes = -new Date().getTimezoneOffset();
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const size = Math.abs(minutes);
  return {
    timeZone: zoneName(),
    utcOffset: `${minutes < 0 ? "-" : "+"}${two(size / 60)}:${two(size % 60)}`,
  };
}

function zoneName(): string {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  } catch {
    return "";
  }
}
