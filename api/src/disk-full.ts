let isFull = false;

/** Whether this process's database waits for space on its disk: what fails meanwhile fails for that. */
export function isDiskFull(): boolean {
  return isFull;
}

/** For the watch of the disk alone. */
export function setDiskFull(full: boolean): void {
  isFull = full;
}
