/** The kinds of files that can be uploaded, detected from their content. */
export const fileKinds = ['txt', 'docx', 'png', 'jpg', 'pdf'] as const;
export type FileKind = (typeof fileKinds)[number];
