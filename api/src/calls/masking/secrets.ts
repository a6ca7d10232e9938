export type SecretKind = "card" | "iban" | "nir" | "cryptogram" | "pin";

/** A secret's position in the text, or that of one of its parts, end exclusive. */
export interface Secret {
  kind: SecretKind;
  start: number;
  end: number;
}

/** Secrets in order, overlapping ones as one. */
export function unite(found: Secret[]): Secret[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const united: Secret[] = [];
  for (const secret of found) {
    const last = united.at(-1);
    if (!last || secret.start >= last.end) united.push({ ...secret });
    else {
      if (secret.end - secret.start > last.end - last.start) last.kind = secret.kind;
      last.end = Math.max(last.end, secret.end);
    }
  }
  return united;
}
