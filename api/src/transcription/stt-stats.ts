import type { SttStats } from "@souffleur/contracts";

/** Counts per organization since the server's start; null is that of platform administrators. */
export function createSttStats() {
  const counts = new Map<string | null, SttStats>();
  const none: SttStats = { transcripts: 0, packetsReceived: 0 };
  const add = (organizationId: string | null, what: keyof SttStats, howMany: number) => {
    const known = counts.get(organizationId) ?? none;
    counts.set(organizationId, { ...known, [what]: known[what] + howMany });
  };
  return {
    /** Counts a final line of any source. */
    transcript: (organizationId: string | null) => add(organizationId, "transcripts", 1),
    /** Counts media frames of a telephone call, or a recorded chunk. */
    packets: (organizationId: string | null, howMany: number) =>
      add(organizationId, "packetsReceived", howMany),
    read: (organizationId: string | null): SttStats => counts.get(organizationId) ?? none,
  };
}
export type SttStatsCounter = ReturnType<typeof createSttStats>;
