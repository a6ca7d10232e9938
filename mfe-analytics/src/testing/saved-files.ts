/** Records the names of the files that the page saves; jsdom saves none. */
export function savedFiles(): string[] {
  const names: string[] = [];
  Object.assign(URL, { createObjectURL: () => "#saved", revokeObjectURL() {} });
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    if (this.download !== "") names.push(this.download);
  });
  return names;
}

/** The API's answer with a file. */
export const fileReply = (name: string) => ({
  status: 200,
  body: "the file",
  headers: { "Content-Disposition": `attachment; filename=${name}` },
});
