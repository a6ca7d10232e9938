export function releaseStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
