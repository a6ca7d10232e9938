import { sharedText as t, toast } from "@souffleur/shared-ui";
import { useEffect, useState } from "react";

const feedbackMs = 2000;

/** Copies a text to the clipboard and resolves with whether it succeeded; `copied` is true for two seconds afterwards. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copiedAt, setCopiedAt] = useState<number>();
  useEffect(() => {
    if (copiedAt === undefined) return undefined;
    const timer = setTimeout(() => setCopiedAt(undefined), feedbackMs);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = async (text: string) => {
    try {
      await writeClipboard(text);
    } catch {
      toast.error(t("This browser does not allow copying here."));
      return false;
    }
    setCopiedAt(Date.now());
    return true;
  };
  return { copied: copiedAt !== undefined, copy };
}

async function writeClipboard(text: string): Promise<void> {
  // A page over plain http has no clipboard.
  const { clipboard } = navigator as Partial<Navigator>;
  if (clipboard === undefined) throw new Error("No clipboard");
  await clipboard.writeText(text);
}
