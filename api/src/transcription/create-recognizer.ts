import type { Config } from "../config.ts";
import { createDeepgram } from "./deepgram/deepgram.ts";
import type { Recognizer } from "./recognizer.ts";

/** The recognizer that is configured; undefined without a key. */
export const createRecognizer = (config: Config): Recognizer | undefined => createDeepgram(config);
