// The shape of a new password, for customers and operators.

export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_CHARS = 256;

/** Unicode-normalized, because keyboards compose characters differently. */
export const normalizePassword = (password: string): string => password.normalize('NFKC');
