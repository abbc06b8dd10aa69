// Limits and fields of an import, apart from the shapes, so that the desk's pages load no zod.

export const MAX_IMPORT_ROWS = 5_000;
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;

export const importFields = ['email', 'name', 'firstName', 'lastName', 'language', 'tags', 'notes'] as const;
export type ImportField = (typeof importFields)[number];
