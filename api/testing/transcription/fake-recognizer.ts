/** The fake of the recognizer that the product uses: another one is another line. */
export {
  type FakeDeepgram as FakeRecognizer,
  recognizerEnv,
  resultsMessage,
  startFakeDeepgram as startFakeRecognizer,
  vendor,
} from "./deepgram/fake-deepgram.ts";
