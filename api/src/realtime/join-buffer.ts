import type { Line } from "@souffleur/contracts";
import type { ServerEventName } from "@souffleur/contracts/realtime";

export type Emitted = readonly [event: ServerEventName, payload: object];

/** One socket that is joining one room. */
interface Join {
  readonly socketId: string;
  readonly room: string;
  /** What the room emitted while the lines so far were read. */
  held: Emitted[] | undefined;
  /** The number of the last line that the socket was answered. */
  answeredUntil: number;
}

/**
 * Lines are kept before they are emitted: a socket that reads the kept ones and then listens would miss what is
 * emitted while it reads, and get twice what was kept but not emitted when it read. So a room's events are held while a
 * socket reads, and after that it does not get the lines that it has read.
 */
export function createJoinBuffer() {
  const byRoom = new Map<string, Map<string, Join>>();

  function remove({ socketId, room }: Join): void {
    const there = byRoom.get(room);
    there?.delete(socketId);
    if (there?.size === 0) byRoom.delete(room);
  }

  return {
    /** From now on the room's events are held for this socket. */
    begin(socketId: string, room: string): Join {
      const join: Join = { socketId, room, held: [], answeredUntil: 0 };
      const there = byRoom.get(room);
      if (there) there.set(socketId, join);
      else byRoom.set(room, new Map([[socketId, join]]));
      return join;
    },

    /**
     * The socket has these lines, and had those up to `after`. Returns held events that they do not cover.
     */
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

    /** The join was refused. Returns all held events. */
    abandon(join: Join): Emitted[] {
      remove(join);
      return join.held ?? [];
    },

    /** Records what the rooms emit; returns the sockets that must not receive it now. */
    except(rooms: readonly string[], emitted: Emitted): string[] {
      if (byRoom.size === 0) return [];
      const seq = seqOf(emitted[1]);
      const spared: string[] = [];
      for (const join of rooms.flatMap((room) => [...(byRoom.get(room)?.values() ?? [])])) {
        if (join.held) join.held.push(emitted);
        else if (seq === undefined) continue;
        else if (seq > join.answeredUntil) {
          // Lines are emitted in order: no line that it has read follows.
          remove(join);
          continue;
        }
        spared.push(join.socketId);
      }
      return spared;
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
