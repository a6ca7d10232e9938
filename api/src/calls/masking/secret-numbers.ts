// The check digits that distinguish a payment card, an account or a social-security number from any other number.

/** Whether a string of digits passes the Luhn check. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

// Issuers' prefixes with their lengths. A SIRET (14 digits) passes Luhn too: a card's prefix distinguishes it.
const schemes: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/u, [13, 16, 19]],
  [/^(?:5[1-5]|2(?:2(?:2[1-9]|[3-9])|[3-6]|7(?:[01]|20))|220[0-4])/u, [16]],
  [/^3[47]/u, [15]],
  [/^3(?:0[0-5]|095|[689])/u, [14, 16]],
  [/^35(?:2[89]|[3-8])/u, [16, 17, 18, 19]],
  [/^(?:50|5[6-8]|6)/u, [16, 17, 18, 19]],
];

/** Whether the digits are a card number of a known issuer. */
export function isIssuedCard(digits: string): boolean {
  return (
    schemes.some(([prefix, lengths]) => lengths.includes(digits.length) && prefix.test(digits)) &&
    passesLuhn(digits)
  );
}

/** Whether an isolated number is a card: with 16 digits, also one of an unknown issuer. */
export function isCardLike(digits: string): boolean {
  return isIssuedCard(digits) || (digits.length === 16 && digits[0] !== "0" && passesLuhn(digits));
}

function mod97(digits: string): number {
  let rest = 0;
  for (let index = 0; index < digits.length; index += 1)
    rest = (rest * 10 + digits.charCodeAt(index) - 48) % 97;
  return rest;
}

/** ISO 13616: the registry, French territories, and countries that have IBANs without being registered. */
const ibanTable =
  "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23" +
  "GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28" +
  "NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30" +
  "AO25BF28BJ28CF27CG27CI28CM27CV25DZ26GA27GQ27GW25IR26KM27MA28MG27ML28MZ25NE28SN28TD27TG28" +
  "BL27GF27GP27MF27MQ27NC27PF27PM27RE27TF27WF27YT27";

/** Length of an IBAN, by country code. */
export const ibanLengths: ReadonlyMap<string, number> = new Map(
  Array.from(ibanTable.matchAll(/([A-Z]{2})(\d{2})/gu), ([, country = "", length]) => [
    country,
    Number(length),
  ]),
);

/**
 * Whether uppercase letters and digits are an IBAN of the right length and check number. `ibantools` also demands each
 * country's format and the banks' own check digits: of generated numbers that pass this it refuses half.
 */
export function isIban(text: string): boolean {
  if (ibanLengths.get(text.slice(0, 2)) !== text.length || !/^[A-Z]{2}\d{2}/u.test(text)) return false;
  const moved = text.slice(4) + text.slice(0, 4);
  return mod97(moved.replace(/[A-Z]/gu, (letter) => String(letter.charCodeAt(0) - 55))) === 1;
}

/** Whether digits are a French account: an IBAN without its "FR", or a RIB (which has its own key). */
export function isFrenchAccount(digits: string): boolean {
  if (digits.length === 25) return isIban(`FR${digits}`);
  return digits.length === 23 && isIban(`FR76${digits}`);
}

const nirShape = /^[123478]\d{2}(?:0[1-9]|1[0-2]|[2-4]\d|[5-9]\d)(?:\d{2}|2[AB])\d{6}\d{2}$/u;

/** Whether 15 characters are a French social-security number with its key; Corsica's 2A and 2B included. */
export function isNir(text: string): boolean {
  if (text.length !== 15 || !nirShape.test(text)) return false;
  // The key of a Corsican number is that of the departments 19 and 18, which the number does not show.
  const number = text.slice(0, 13).replace("2A", "19").replace("2B", "18");
  return 97 - mod97(number) === Number(text.slice(13));
}

/** Whether a number that begins with these digits (7 or more) may become a card or a social-security number. */
export function mayBecomeSecret(digits: string): boolean {
  return (
    /^(?:4|5[0-8]|2[2-7]|3[05-9]|34|6)/u.test(digits) ||
    /^[123478]\d\d(?:0[1-9]|1[0-2]|[2-9]\d)/u.test(digits)
  );
}
