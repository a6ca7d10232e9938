/** Names of rooms. Clients cannot choose them: the server joins a socket to rooms by its account and its rights. */
export const rooms = {
  everyone: "everyone",
  user: (userId: string) => `user:${userId}`,
  organization: (organizationId: string) => `org:${organizationId}`,
  /** Those of an organization whose role may view all of its calls. */
  callReaders: (organizationId: string) => `calls:${organizationId}`,
  /** Watchers of one call, by its audio session. */
  session: (sessionId: string) => `session:${sessionId}`,
  /** Sockets of one signed-in session, which end with it. */
  login: (sessionId: string) => `login:${sessionId}`,
} as const;

/** The session that a room's watchers watch, where it is such a room. */
export function sessionOf(room: string): string | undefined {
  return room.startsWith("session:") ? room.slice("session:".length) : undefined;
}
