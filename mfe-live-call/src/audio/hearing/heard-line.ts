import type { Sender } from "@souffleur/contracts";
import type { OnTranscript } from "../transcription-queue.ts";

/** The call and the speaker that a stream is heard for. */
export interface HeardLine {
  callId: string;
  speaker: Sender;
}

export interface HearEvents {
  onTranscript: OnTranscript;
  /** The text so far of a future line, empty where there is none. */
  onInterim: (interim: { id: string; text: string; confidence: number }) => void;
  /** @param refusal why it hears nothing, or not all */
  onState: (state: { isHearing: boolean; refusal?: string | undefined }) => void;
}
