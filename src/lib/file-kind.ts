/** The files that the shop takes, told from their content. */
export const fileKinds = ['txt', 'docx', 'png', 'jpg', 'pdf'] as const;
export type FileKind = (typeof fileKinds)[number];
