import { Button } from "@souffleur/shared-ui";
import { t } from "../../texts/texts.ts";
import styles from "./import.module.css";

interface EncodingChoiceProps {
  /** What a file may be. */
  texts: readonly [string, string];
  onChosen: (text: string) => void;
}

const linesShown = 3;
const charsShown = 60;

/** Asks which letters a file has, by the first lines in which they differ. */
export function EncodingChoice({ texts, onChosen }: EncodingChoiceProps) {
  const [one, other] = texts.map((text) => text.split(/\r\n|\r|\n/u)) as [string[], string[]];
  const pairs = one.flatMap((line, at) => (line === other[at] ? [] : [differing(line, other[at] ?? "")]));
  const shown = pairs.slice(0, linesShown);
  return (
    <>
      <p>{t("The file does not say how its letters are stored. Which is right?")}</p>
      <ul className={styles.readings} aria-label={t("Ways to read the file")}>
        {([0, 1] as const).map((which) => (
          <li key={which}>
            <Button wide className={styles.reading} onClick={() => onChosen(texts[which])}>
              {shown.map((pair) => (
                <span key={pair.join("\n")}>{pair[which]}</span>
              ))}
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>
        {t("If neither is, save the table as “CSV UTF-8” in your spreadsheet program, and choose that file.")}
      </p>
    </>
  );
}

/** Of two readings of a line, what is around the first place in which they differ. */
function differing(...lines: [string, string]): [string, string] {
  const [one, other] = lines;
  let at = 0;
  while (one.charAt(at) === other.charAt(at)) at += 1;
  const from = Math.max(0, at - charsShown / 2);
  return [one.slice(from, from + charsShown), other.slice(from, from + charsShown)];
}
