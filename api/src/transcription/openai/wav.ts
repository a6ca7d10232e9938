const headerBytes = 44;

/** A WAV file of PCM: 16 bits, little-endian, mono. */
export function wavOf(pieces: readonly Buffer[], rate: number): Buffer {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const header = Buffer.alloc(headerBytes);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(headerBytes - 8 + length, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(2 * rate, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(length, 40);
  return Buffer.concat([header, ...pieces]);
}
