/** The API's answer with a file. */
export const fileReply = (name: string) => ({
  status: 200,
  body: "the file",
  headers: { "Content-Disposition": `attachment; filename=${name}` },
});
