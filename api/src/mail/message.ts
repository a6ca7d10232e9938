import type { Language } from "@souffleur/contracts";

/** A mail's content as plain text and as HTML. */
export interface Message {
  subject: string;
  html: string;
  text: string;
}

/** The parts of a mail in one language. */
export interface MessageParts {
  subject: string;
  /** Plain text, which is encoded for HTML here. */
  paragraphs: readonly string[];
  /** Shown in large type, to be copied. */
  code?: string;
  action?: { label: string; url: string };
  /** How long the mail is valid, or what to do if the reader did not request it. */
  footnote?: string;
}

/**
 * A name for a mail: on one line, without control or direction characters, at most 120 characters, and with nothing in it
 * that a mail program makes a link of. An invisible joiner, which that needs, stands after each character that holds an
 * address together: "Booking.com" is a name that anybody may give, and so is "evil.example".
 */
export function shownName(name: string): string {
  const shown = name.replace(/(?:(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu, " ").trim();
  return Array.from(shown)
    .slice(0, 120)
    .join("")
    .replace(/[.。．｡․﹒:：/／\\@＠](?=\S)/gu, `$&${nonJoiner}`);
}

/** Mail programs show nothing for it, and end an address at it. */
const nonJoiner = "\u200C";

export function writeMessage(
  language: Language,
  { subject, paragraphs, code, action, footnote }: MessageParts,
): Message {
  const shownCode = code?.replace(/(\d{3})(?=\d)/, "$1 ");
  const text = [
    ...paragraphs,
    ...(shownCode === undefined ? [] : [`    ${shownCode}`]),
    ...(action === undefined ? [] : [`${action.label}${colons[language]}\n${action.url}`]),
    ...(footnote === undefined ? [] : [footnote]),
    "Souffleur",
  ].join("\n\n");
  const body = [
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${encodeHtml(paragraph)}</p>`),
    ...(shownCode === undefined ? [] : [codeBlock(shownCode)]),
    ...(action === undefined ? [] : [button(action)]),
    ...(footnote === undefined
      ? []
      : [
          `<p style="margin:24px 0 0;font-size:13px;line-height:20px;color:#51555e">${encodeHtml(footnote)}</p>`,
        ]),
  ].join("\n");
  return { subject, text, html: page(subject, body, language) };
}

const colons = { en: ":", fr: " :" };

export function encodeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function codeBlock(code: string): string {
  return `<p style="margin:0 0 16px;padding:16px;border-radius:8px;background:#ecf2ff;color:#15181e;font:600 28px/32px ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px;text-align:center">${encodeHtml(code)}</p>`;
}

/** The address is also shown below the button: some mail programs show no buttons, some readers want to see it. */
function button({ label, url }: { label: string; url: string }): string {
  const href = encodeHtml(url);
  return `<p style="margin:0 0 16px"><a href="${href}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#3958d1;color:#ffffff;font-weight:600;text-decoration:none">${encodeHtml(label)}</a></p>
<p style="margin:0;font-size:13px;line-height:20px;color:#51555e;word-break:break-all">${href}</p>`;
}

function page(title: string, body: string, language: Language): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><title>${encodeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f7f8fa;color:#15181e;font:15px/24px Inter,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;border:1px solid #e1e3e7;border-radius:12px;background:#ffffff">
<p style="margin:0 0 24px;font-weight:700;color:#2f4bc3">Souffleur</p>
${body}
</div>
</body>
</html>
`;
}
