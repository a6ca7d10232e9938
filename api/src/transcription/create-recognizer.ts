import type { RecognizerId } from "@souffleur/contracts";
import type { Config } from "../config.ts";
import { deepgram } from "./deepgram/deepgram.ts";
import type { Recognizer, Vendor } from "./recognizer.ts";

/** All vendors: another one is a folder, and its name here. Of several that are configured the first is used. */
const vendors: readonly [Vendor, ...Vendor[]] = [deepgram];

const configured = (config: Config) => vendors.find((vendor) => vendor.create(config) !== undefined);

/** The recognizer that the product uses; undefined where none is configured. */
export const createRecognizer = (config: Config): Recognizer | undefined =>
  configured(config)?.create(config);

/** What hears the calls. */
export const heardBy = (config: Config): RecognizerId => configured(config)?.id ?? "none";

/** The name of the model that is asked for, or would be if its vendor were configured. */
export const modelOf = (config: Config): string => (configured(config) ?? vendors[0]).modelOf(config);
