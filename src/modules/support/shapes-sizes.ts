// How much fits into a message. Apart from the shapes, so that a page that only says it does without them.
export const MESSAGE_MIN_CHARS = 10;
export const MESSAGE_MAX_CHARS = 5_000;
export const MAX_FILES = 5;
