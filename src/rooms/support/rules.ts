// Decisions about tickets.
import { crockford, inCrockford } from '../../lib/crockford.ts';

export const NUMBER_BYTES = 6;

/** "T-7K2Q9M". From random bytes: it tells neither how many tickets there are nor what the next one is called. */
export const ticketNumber = (random: Uint8Array): string => `T-${inCrockford(random)}`;

export const isTicketNumber = (text: string): boolean => new RegExp(`^T-[${crockford}]{${NUMBER_BYTES}}$`).test(text);

/** Nobody sees the field, so whoever filled it in did not look. */
export const isFromProgram = ({ website = '' }: { readonly website?: string | undefined }): boolean => website.trim() !== '';
