import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { errorCatalogue } from "@souffleur/contracts";
import type { RequestHandler } from "express";
import { textIn } from "../../texts/texts.ts";
import { appError } from "../errors.ts";
import { languageOf } from "../language.ts";

/** The most that a request's headers may have, in bytes. */
export const headerBytesMax = 16 * 1024;
/** What is read before the connection is closed: up to here the answer can be in the caller's language and form. */
export const headerBytesRead = 64 * 1024;

const { status, text } = errorCatalogue.HEADERS_TOO_LARGE;

/**
 * Refuses requests with too many cookies. Other sites below the same domain can set them, and people cannot know what an
 * empty answer means; a page tells them what to do, and an API call gets the usual refusal.
 */
export const refuseLargeHeaders: RequestHandler = (req, res, next) => {
  const bytes = req.rawHeaders.reduce((sum, part) => sum + part.length + 2, 0);
  if (bytes <= headerBytesMax) return next();
  if (/^\/(?:api|socket\.io)\b/.test(req.path) || !req.accepts("html")) throw appError("HEADERS_TOO_LARGE");
  const language = languageOf(req);
  res
    .status(status)
    .vary("Accept-Language")
    .set({ "Cache-Control": "no-store", "Content-Language": language })
    .type("html")
    .send(page(textIn(language, text), language));
};

/** Answers what Node.js cannot parse; it would answer without a body. */
export function answerUnreadableRequests(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(answerFor(error.code), () => socket.destroy());
  });
}

function answerFor(code: string | undefined): string {
  if (code === "HPE_HEADER_OVERFLOW") {
    const body = page(`${text} ${textIn("fr", text)}`, "en");
    return rawAnswer(`${status} Request Header Fields Too Large`, body);
  }
  return rawAnswer(code === "ERR_HTTP_REQUEST_TIMEOUT" ? "408 Request Timeout" : "400 Bad Request", "");
}

function rawAnswer(line: string, body: string): string {
  const headers = [
    `HTTP/1.1 ${line}`,
    "Connection: close",
    "Cache-Control: no-store",
    ...(body === "" ? [] : ["Content-Type: text/html; charset=utf-8"]),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${headers.join("\r\n")}\r\n\r\n${body}`;
}

function page(message: string, language: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Souffleur</title></head>
<body><h1>Souffleur</h1><p>${message}</p></body></html>
`;
}
