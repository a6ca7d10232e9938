import type { LiveSocket } from "./live-server.ts";

type Connection = LiveSocket["conn"];

export interface ConnectionCaps {
  /** Sockets of one account at this process. */
  ofAccount: number;
  /**
   * Connections of one source that have not presented a token yet. An office of 200 people with two pages each may
   * reconnect at the same moment.
   */
  silentOfSource: number;
}

/** Limits the connections of an account, and of a source before it presents a token, at this process. */
export function createConnectionLimits({
  ofAccount = 20,
  silentOfSource = 500,
}: Partial<ConnectionCaps> = {}) {
  /** By source, in the order of their arrival. */
  const silent = new Map<string, Set<Connection>>();
  const sources = new WeakMap<Connection, string>();
  /** By account, then by page. */
  const accounts = new Map<string, Map<string, Connection>>();

  /** False where the connection was not waiting for its token. */
  function endSilence(connection: Connection): boolean {
    const source = sources.get(connection);
    if (source === undefined) return false;
    sources.delete(connection);
    const ofSource = silent.get(source);
    ofSource?.delete(connection);
    if (ofSource?.size === 0) silent.delete(source);
    return true;
  }

  return {
    /**
     * Registers a connection that has not presented its token. With too many of one source, the oldest is closed: a page
     * presents its token within a round trip, so another client's silent connections do not prevent it from connecting.
     */
    wait(connection: Connection, source: string): void {
      const ofSource = silent.get(source) ?? new Set();
      silent.set(source, ofSource.add(connection));
      sources.set(connection, source);
      connection.once("close", () => endSilence(connection));
      const [oldest] = ofSource;
      if (ofSource.size <= silentOfSource || oldest === undefined) return;
      endSilence(oldest);
      oldest.close(true);
    },

    /** The connection presents a token; false where it has presented one before. */
    present: endSilence,

    /**
     * Takes one of the account's slots until the connection ends; false where none is free. A page that reconnects
     * replaces its previous connection, whose end this process may not have noticed.
     */
    take(userId: string, page: string, connection: Connection): boolean {
      const pages = accounts.get(userId) ?? new Map<string, Connection>();
      const before = pages.get(page);
      if (before === undefined && pages.size >= ofAccount) return false;
      accounts.set(userId, pages.set(page, connection));
      connection.once("close", () => {
        if (pages.get(page) !== connection) return;
        pages.delete(page);
        if (pages.size === 0 && accounts.get(userId) === pages) accounts.delete(userId);
      });
      before?.close(true);
      return true;
    },
  };
}
