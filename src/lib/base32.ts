/** Crockford's base 32: no I, L, O or U, so that numbers can be read out on the phone. */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** One character per byte. */
export const encodeCrockford = (random: Uint8Array): string => Array.from(random, (byte) => crockford[byte % crockford.length]).join('');
