/** The names of rooms. The server, not the client, chooses a socket's rooms by its account and its rights. */
export const rooms = {
  everyone: "everyone",
  user: (userId: string) => `user:${userId}`,
  organization: (organizationId: string) => `org:${organizationId}`,
  /** The members of an organization who may view all of its calls. */
  callReaders: (organizationId: string) => `calls:${organizationId}`,
  /** Watchers of one call, by its audio session. */
  session: (sessionId: string) => `session:${sessionId}`,
  /** Sockets of one signed-in session, which end with it. */
  login: (sessionId: string) => `login:${sessionId}`,
} as const;

/** The session of a room; undefined for another kind of room. */
export function sessionOf(room: string): string | undefined {
  return room.startsWith("session:") ? room.slice("session:".length) : undefined;
}
