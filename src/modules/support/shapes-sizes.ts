// Length limits of a message. Apart from the shapes, so that pages need not load the validation.
export const MESSAGE_MIN_CHARS = 10;
export const MESSAGE_MAX_CHARS = 5_000;
export const MAX_FILES = 5;
export const REASON_CHARS = 500;
