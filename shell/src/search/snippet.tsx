import type { FoundText } from "@souffleur/contracts";

/** How many characters are shown before the found word, so that it is in the middle of a narrow row. */
const lead = 24;

/** A line of a transcript around its first found word. @param mark the word's place in UTF-16 units */
export function Snippet({ text, mark }: { text: string; mark: FoundText["marks"][number] | undefined }) {
  if (mark === undefined) return <span lang="fr">{text}</span>;
  const cut = mark.from - lead;
  // From the beginning of a word.
  const from = cut <= 0 ? 0 : text.lastIndexOf(" ", cut) + 1;
  return (
    <span lang="fr">
      <span>{(from > 0 ? "… " : "") + text.slice(from, mark.from)}</span>
      <mark>{text.slice(mark.from, mark.to)}</mark>
      <span>{text.slice(mark.to)}</span>
    </span>
  );
}
