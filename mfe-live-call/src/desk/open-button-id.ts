/** The element id of the button that opens a call. */
export const openButtonId = (callId: string) => `open-${callId}`;
