/** Records the files that the page saves; jsdom saves none. */
export function savedFiles(): { name: string; content: Blob | undefined }[] {
  const saved: { name: string; content: Blob | undefined }[] = [];
  let content: Blob | undefined;
  Object.assign(URL, {
    createObjectURL(made: Blob) {
      content = made;
      return "#saved";
    },
    revokeObjectURL() {},
  });
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    if (this.download !== "") saved.push({ name: this.download, content });
  });
  return saved;
}
