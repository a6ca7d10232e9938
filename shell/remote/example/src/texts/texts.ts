import { createTexts } from "@souffleur/shared-ui";
import type fr from "./fr.json";
import english from "./fr.json?english";

export type Text = keyof typeof fr;
export const { t, loadTexts } = createTexts<Text>(english, () => import("./fr.json"));
