import type { Line } from "@souffleur/contracts";
import type { ServerEventName } from "@souffleur/contracts/realtime";

export type Emitted = readonly [event: ServerEventName, payload: object];

/** A socket that joins a room. */
interface Join {
  readonly socketId: string;
  readonly room: string;
  /** The room's events while the stored lines are read; undefined after that. */
  held: Emitted[] | undefined;
  /** The number of the last line in the answer. */
  answeredUntil: number;
}

/**
 * Lines are stored before they are emitted. A socket that first reads the stored lines and then joins the room would miss
 * lines that are emitted while it reads, and receive lines twice that were stored but not emitted yet. So a room's events
 * are held while a socket reads, and it does not receive the lines that it has read.
 */
export function createJoinBuffer() {
  const byRoom = new Map<string, Map<string, Join>>();

  function remove({ socketId, room }: Join): void {
    const joins = byRoom.get(room);
    joins?.delete(socketId);
    if (joins?.size === 0) byRoom.delete(room);
  }

  return {
    /** Holds the room's events for this socket from now on. */
    begin(socketId: string, room: string): Join {
      const join: Join = { socketId, room, held: [], answeredUntil: 0 };
      const joins = byRoom.get(room);
      if (joins) joins.set(socketId, join);
      else byRoom.set(room, new Map([[socketId, join]]));
      return join;
    },

    /** The socket has these lines, and had those up to `after`. @returns held events that they do not cover */
    complete(join: Join, lines: readonly Line[], after: number): Emitted[] {
      const held = join.held ?? [];
      const known = new Set(lines.map((line) => line.id));
      join.held = undefined;
      join.answeredUntil = lines.at(-1)?.seq ?? after;
      return held.filter(([, payload]) => {
        const seq = seqOf(payload);
        if (seq !== undefined) return seq > join.answeredUntil;
        // An interim text of a line that is final in the answer would come too late.
        const isInterim = "messageId" in payload && typeof payload.messageId === "string";
        return !(isInterim && known.has(String(payload.messageId)));
      });
    },

    /** The join was refused. @returns all held events */
    abandon(join: Join): Emitted[] {
      remove(join);
      return join.held ?? [];
    },

    /** Holds an event of the rooms. @returns the sockets that must not receive it now */
    except(rooms: readonly string[], emitted: Emitted): string[] {
      if (byRoom.size === 0) return [];
      const seq = seqOf(emitted[1]);
      const excluded: string[] = [];
      for (const join of rooms.flatMap((room) => [...(byRoom.get(room)?.values() ?? [])])) {
        if (join.held) join.held.push(emitted);
        else if (seq === undefined) continue;
        else if (seq > join.answeredUntil) {
          // Lines are emitted in order, so no line follows that the socket has read.
          remove(join);
          continue;
        }
        excluded.push(join.socketId);
      }
      return excluded;
    },

    /** The socket is gone. */
    forget(socketId: string, rooms: Iterable<string>): void {
      for (const room of rooms) {
        const join = byRoom.get(room)?.get(socketId);
        if (join) remove(join);
      }
    },
  };
}

/** The number of the line that an event is about, if any. */
export function seqOf(payload: object): number | undefined {
  return "seq" in payload && typeof payload.seq === "number" ? payload.seq : undefined;
}
