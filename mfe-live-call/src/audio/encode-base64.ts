/** A blob's bytes in base64, without the address that a data URL puts before them. */
export function encodeBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = String(reader.result);
      resolve(address.slice(address.indexOf(",") + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error("The recording can't be read"));
    reader.readAsDataURL(blob);
  });
}
