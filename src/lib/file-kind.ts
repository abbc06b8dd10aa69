/**
 * The kinds of files that briefs, messages and deliveries can have, recognized by content
 * (src/platform/files/kind.ts).
 */
const groups = {
  documents: ['txt', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub', 'pdf'],
  pictures: ['png', 'jpg', 'gif', 'webp', 'svg', 'tif'],
  design: ['psd', 'ai', 'eps', 'fig', 'sketch', 'indd', 'idml'],
  audio: ['mp3', 'm4a', 'wav', 'flac', 'ogg', 'aiff'],
  video: ['mp4', 'mov', 'webm'],
  fonts: ['ttf', 'otf', 'woff', 'woff2'],
  archives: ['zip'],
} as const;
export type FileGroup = keyof typeof groups;
export const fileGroups = Object.keys(groups) as readonly FileGroup[];
export type FileKind = (typeof groups)[FileGroup][number];

/** Without groups, of all of them. */
export const listFileKinds = (chosen: readonly FileGroup[] = fileGroups): FileKind[] =>
  chosen.flatMap((group): readonly FileKind[] => groups[group]);
export const fileKinds: readonly FileKind[] = listFileKinds();

/** Everything but archives: operators open what customers send, and would have to unpack it first. */
export const uploadKinds: readonly FileKind[] = fileKinds.filter((kind) => kind !== 'zip');

const largeKinds: readonly FileKind[] = [...groups.audio, ...groups.video, 'psd', 'ai', 'tif', 'indd', 'zip'];

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
export const listFileEndings = (kind: FileKind): readonly string[] => [kind, ...(moreEndings[kind] ?? [])];

/** A recording, a film, a layered picture or an archive, which are larger than texts. */
export const isLargeKind = (name: string): boolean =>
  largeKinds.some((kind) => listFileEndings(kind).some((ending) => name.toLowerCase().endsWith(`.${ending}`)));
