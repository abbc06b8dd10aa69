// Limits of notes and tags of customers. Pure.

export const MAX_NOTE_CHARS = 2_000;
export const MAX_NOTES = 200;
export const MAX_TAG_CHARS = 30;
export const MAX_TAGS = 20;

/** Two tags with the same key are the same tag. */
export const tagKeyOf = (tag: string): string => tag.normalize('NFKC').toLowerCase();
