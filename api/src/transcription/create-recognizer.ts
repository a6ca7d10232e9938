/** The recognizer that the product uses: another one is another line. */
export { createDeepgram as createRecognizer, modelOf } from "./deepgram/deepgram.ts";
