import type { Request } from "express";

/** To be called once, when a request is over. */
export type Leave = () => void;

/** A request's turn at the process. */
export interface Turn {
  /** Its handler begins: whoever hangs up does not end its work, and pays for it. */
  begin(): void;
  end(): void;
}

/** Ends a request's turn when its connection is gone, or, once its handler has begun, when that has ended. */
export function holdTurn({ res, socket }: Request, leave: Leave): void {
  if (res === undefined || socket.destroyed) {
    leave();
    return;
  }
  let isHandled = false;
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    socket.off("close", gone);
    leave();
  };
  const gone = () => {
    if (!isHandled) end();
  };
  // Of a request that waits behind another one of its connection, Node.js never closes the response.
  socket.once("close", gone);
  res.once("close", gone);
  const turn: Turn = {
    begin() {
      isHandled = true;
    },
    end,
  };
  res.locals.turn = turn;
}
