import type { RequestHandler } from "express";
import { languageOf } from "../http/language.ts";
import { encodeHtml } from "../mail/message.ts";
import { type ApiText, textIn } from "../texts/texts.ts";

const title: ApiText = "Terms and Conditions";
const missing: ApiText =
  "The operator of this server has not published terms and conditions. Please ask the person who gave you its address.";

/** Where the sign-up's link to the terms leads: to the operator's page, or to a sentence that there is none. */
export function termsPage(address: string | undefined): RequestHandler {
  return (req, res) => {
    res.set("Cache-Control", "no-store").vary("Accept-Language");
    if (address !== undefined) return res.redirect(302, address);
    const language = languageOf(req);
    const [heading, text] = [title, missing].map((one) => encodeHtml(textIn(language, one)));
    return res.type("html").send(`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${heading}</title></head>
<body><main><h1>${heading}</h1><p>${text}</p></main></body>
</html>
`);
  };
}
