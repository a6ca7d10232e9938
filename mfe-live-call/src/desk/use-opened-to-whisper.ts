import { useLocation } from "react-router-dom";

/** Whether the call on the screen was opened in order to whisper; another value for each time. */
export function useOpenedToWhisper(): string | undefined {
  const { state, key } = useLocation();
  return (state as { whispers?: boolean } | null)?.whispers === true ? key : undefined;
}
