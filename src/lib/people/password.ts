// What a password is before it is hashed, for whoever has one: a customer, or an operator of the desk.

export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_CHARS = 256;

/** A password is one text however its letters were put together by the keyboard. */
export const plainPassword = (password: string): string => password.normalize('NFKC');
