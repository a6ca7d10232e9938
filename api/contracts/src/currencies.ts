import * as z from "zod";
import { text } from "./texts/text.ts";

/** The currencies of ISO 4217 in which people pay. */
export const currencies: readonly string[] =
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY
  COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD
  IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR
  MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE
  SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER
  ZAR ZMW`.split(/\s+/);

/** What an organization has that has chosen none, and what an amount is in that names none. */
export const defaultCurrency = "USD";

const known = new Set(currencies);
export const Currency = z
  .string({ error: text("Currency must be a code of ISO 4217 such as EUR") })
  .refine((code) => known.has(code), { error: text("Currency must be a code of ISO 4217 such as EUR") });

/** Currencies that people call by the same word, and write with the same sign. */
const namesakes: Readonly<Record<string, ReadonlySet<string>>> = {
  $: new Set(
    "USD AUD BBD BMD BND BSD BZD CAD FJD GYD HKD JMD KYD LRD NAD NZD SBD SGD SRD TTD TWD XCD".split(" "),
  ),
  F: new Set("CHF BIF CDF DJF GNF KMF RWF XAF XOF XPF".split(" ")),
};
const usual: Readonly<Record<string, string>> = { $: "USD", F: "CHF" };

/**
 * The code of a currency that was said, for an organization with a currency of its own: its "dollars" and "francs" are its
 * own ones.
 * @param said a code, or "$" and "F" for dollars and francs of no country
 */
export const currencySaid = (said: string, own: string): string =>
  namesakes[said]?.has(own) ? own : (usual[said] ?? said);
