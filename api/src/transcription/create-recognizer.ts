import type { Config } from "../config.ts";
import { deepgram } from "./deepgram/deepgram.ts";
import { openai } from "./openai/openai.ts";
import type { Recognizer, Vendor } from "./recognizer.ts";

/** All vendors, by `STT_PROVIDER`: another one is a folder, and its name here. */
const vendors = { deepgram, openai } satisfies Record<Config["STT_PROVIDER"], Vendor>;

/** The recognizer that the product uses; undefined where none is configured. */
export const createRecognizer = (config: Config): Recognizer | undefined =>
  vendors[config.STT_PROVIDER].create(config);

/** The name of the model that is asked for, or would be if its vendor were configured. */
export const modelOf = (config: Config): string => vendors[config.STT_PROVIDER].modelOf(config);
