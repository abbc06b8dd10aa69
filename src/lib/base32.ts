/** Crockford's base 32: no I, L, O or U, so that a number read out on the phone is the number that is typed. */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A letter for each byte. */
export const inCrockford = (random: Uint8Array): string => Array.from(random, (byte) => crockford[byte % crockford.length]).join('');
