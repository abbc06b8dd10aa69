/**
 * The kinds of files that briefs, messages and deliveries can have, recognized by content
 * (src/platform/files/kind.ts).
 */
export const fileKinds = [
  ...(['txt', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub', 'pdf'] as const),
  ...(['png', 'jpg', 'gif', 'webp', 'svg', 'tif', 'psd', 'ai', 'eps', 'fig', 'sketch', 'indd', 'idml'] as const),
  ...(['mp3', 'm4a', 'wav', 'flac', 'ogg', 'aiff', 'mp4', 'mov', 'webm'] as const),
  ...(['ttf', 'otf', 'woff', 'woff2', 'zip'] as const),
] as const;
export type FileKind = (typeof fileKinds)[number];

/** Everything but archives: operators open what customers send, and would have to unpack it first. */
export const uploadKinds: readonly FileKind[] = fileKinds.filter((kind) => kind !== 'zip');

const moreEndings: Partial<Record<FileKind, readonly string[]>> = {
  txt: ['md', 'csv', 'tsv', 'json', 'srt', 'vtt', 'ics'],
  jpg: ['jpeg'],
  tif: ['tiff'],
  psd: ['psb'],
  mp4: ['m4v'],
  ogg: ['oga', 'opus'],
  aiff: ['aif'],
};

/** How names of this kind may end. */
export const fileEndings = (kind: FileKind): readonly string[] => [kind, ...(moreEndings[kind] ?? [])];
