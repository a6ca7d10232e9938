/** After jest's last test. */
export default () => globalThis.endTestEngine();
