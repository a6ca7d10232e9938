/** Pieces whose repetition takes masking the longest, as far as a search has found any. */
export const slowPieces = [
  "FR 1    ",
  "3- GB ",
  "AD 1 ",
  "oui cvv① ",
  "cvv le 7 ",
  "cvv 123 ",
  "cvv double \n ",
  "derrière Belgique . ) FR 0 ",
  "soixante AD ٣ ",
  "mille123 fois x 4970101234567893 FRbelge code ",
  "4 cartes 5 cartes ",
  "4970101234567893",
];

/** 20,000 characters of a piece. */
export const slowText = (piece: string): string =>
  piece.repeat(Math.ceil(20_000 / piece.length)).slice(0, 20_000);
