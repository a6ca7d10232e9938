import { text } from "./text.ts";

/** Why a service is down: the `detail` of `service_status_change`, for the call's screen and the log. */
export const downTexts = {
  recognizerRefusesKey: text("the recognizer refuses this server's key"),
  recognizerIsFull: text("the recognizer has no capacity left for this server"),
  recognizerIsAway: text("the recognizer cannot be reached"),
  recognizerAnswered: text("the recognizer answered {status}"),
  recognizerFailed: text("the recognizer cannot be used"),
  recognizerRefuses: text("the recognizer refused the connection"),
  recognizerIsLost: text("the connection to the recognizer was lost; it is being restored"),
  asteriskIsSilent: text("Asterisk has not answered yet"),
  asteriskIsLost: text("the connection to Asterisk was lost; it is being restored"),
  asteriskIsTaken: text("another process uses the application {app}; give each one its own"),
  asteriskRefusesUser: text("Asterisk refuses ASTERISK_ARI_USER and its password"),
  asteriskHasNoAri: text("there is no ARI at ASTERISK_ARI_URL; is it enabled in ari.conf and http.conf?"),
  asteriskAnswered: text("Asterisk answered {status}"),
};
