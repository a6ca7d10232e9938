/** A rectangle of the window, in px from its top left. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const stepPx = 8;

/**
 * Where a box of some size covers nothing: as far down in the room as possible, and there at the left, the right or in the middle.
 * Where everything is taken, where it covers the fewest.
 * @param covered how many things a box would cover
 */
export function freePlace(size: { width: number; height: number }, room: Box, covered: (box: Box) => number) {
  const far = Math.max(room.left, room.right - size.width);
  let best = { left: room.left, bottom: room.bottom, count: Number.POSITIVE_INFINITY };
  for (let bottom = room.bottom; bottom - size.height >= room.top; bottom -= stepPx)
    for (const left of new Set([room.left, far, (room.left + far) / 2])) {
      const count = covered({ left, top: bottom - size.height, right: left + size.width, bottom });
      if (count < best.count) best = { left, bottom, count };
      if (count === 0) return best;
    }
  return best;
}
