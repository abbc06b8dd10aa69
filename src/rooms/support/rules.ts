// Decisions about tickets.

/** Crockford's base 32: no I, L, O or U, so that a number read out on the phone is the number that is typed. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const NUMBER_BYTES = 6;

/** "T-7K2Q9M". From random bytes: it tells neither how many tickets there are nor what the next one is called. */
export const ticketNumber = (random: Uint8Array): string => `T-${Array.from(random, (byte) => alphabet[byte % alphabet.length]).join('')}`;

export const isTicketNumber = (text: string): boolean => new RegExp(`^T-[${alphabet}]{${NUMBER_BYTES}}$`).test(text);

/** Nobody sees the field, so whoever filled it in did not look. */
export const isFromProgram = ({ website = '' }: { readonly website?: string | undefined }): boolean => website.trim() !== '';
