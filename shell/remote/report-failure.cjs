/* global SOUFFLEUR_BUNDLE */
// In place of the refresh plugin's overlay, which it calls where a module of an update throws: the shell shows the failure,
// and the page starts anew with the next build.

/** @param {unknown} error */
exports.handleRuntimeError = (error) => {
  console.error(`${SOUFFLEUR_BUNDLE} failed in an update.`, error);
  dispatchEvent(new CustomEvent("souffleur-failure", { detail: { bundle: SOUFFLEUR_BUNDLE, error } }));
};
exports.clearRuntimeErrors = () => {};
