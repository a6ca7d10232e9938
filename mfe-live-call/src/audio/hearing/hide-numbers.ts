/** As many digits as no price has. */
const long = /\d(?:[\s.,-]?\d){6,}/gu;

/**
 * An interim text as this page shows it before the server has it, which masks the secrets of its line: a long number may be
 * that of a card.
 */
export const hideNumbers = (text: string): string => text.replace(long, "•••");
