// Detects what a file is. Its content decides: names and headers are user input. One table serves uploads,
// deliveries and what is inside a ZIP.
import { open } from 'node:fs/promises';
import { type FileKind, fileKinds, listFileEndings } from '#lib/file-kind.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { openZip } from './open-zip.ts';

const messages = {
  empty: /*i18n*/ { id: 'file.empty', message: 'This file is empty. Choose another one.' },
  unknown: /*i18n*/ { id: 'file.unknown', message: 'We don’t accept this kind of file. We accept {kinds}.' },
} as const satisfies Record<string, Message>;

type KindRow = {
  /** Its first bytes, as Latin-1; a question mark is any byte. Absent: a text. */
  readonly begins?: readonly string[];
  /** A ZIP archive by its nature; its parts tell which. */
  readonly isZipped?: true;
};
const zipRow: KindRow = { begins: ['PK\x03\x04'], isZipped: true };
const boxSignature = '????ftyp';

const table: Readonly<Record<FileKind, KindRow>> = {
  txt: {},
  svg: {},
  docx: zipRow,
  xlsx: zipRow,
  pptx: zipRow,
  odt: zipRow,
  ods: zipRow,
  odp: zipRow,
  epub: zipRow,
  idml: zipRow,
  sketch: zipRow,
  // Older files begin with Figma's own signature; the parts of others are checked.
  fig: { ...zipRow, begins: ['fig-kiwi', 'PK\x03\x04'] },
  pdf: { begins: ['%PDF-1.', '%PDF-2.'] },
  ai: { begins: ['%PDF-1.', '%PDF-2.', '%!PS-Adobe'] },
  eps: { begins: ['%!PS-Adobe', '\xc5\xd0\xd3\xc6'] },
  png: { begins: ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR'] },
  jpg: { begins: ['\xff\xd8\xff'] },
  gif: { begins: ['GIF87a', 'GIF89a'] },
  webp: { begins: ['RIFF????WEBP'] },
  tif: { begins: ['II*\0', 'MM\0*'] },
  psd: { begins: ['8BPS'] },
  indd: { begins: ['\x06\x06\xed\xf5'] },
  mp3: { begins: ['ID3', '\xff\xe2', '\xff\xe3', '\xff\xf2', '\xff\xf3', '\xff\xfa', '\xff\xfb'] },
  // The same container; what is in it is the name's to say.
  mp4: { begins: [boxSignature] },
  m4a: { begins: [boxSignature] },
  mov: { begins: [boxSignature, '????moov', '????mdat', '????wide', '????free', '????skip'] },
  wav: { begins: ['RIFF????WAVE', 'RF64????WAVE'] },
  flac: { begins: ['fLaC'] },
  ogg: { begins: ['OggS'] },
  aiff: { begins: ['FORM????AIFF', 'FORM????AIFC'] },
  webm: { begins: ['\x1aE\xdf\xa3'] },
  ttf: { begins: ['\0\x01\0\0', 'true\0'] },
  otf: { begins: ['OTTO\0'] },
  woff: { begins: ['wOFF'] },
  woff2: { begins: ['wOF2'] },
  zip: zipRow,
};
export const HEAD_BYTES = 64;

/** Empty if there is none. A name that only begins with a dot has none. */
const getEnding = (name: string): string => /[^.]\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export type AcceptedKinds = {
  readonly kinds: readonly FileKind[];
  /** More endings of texts. */
  readonly texts?: readonly string[];
  /** Refuses a name that ends like another kind, instead of adding the right ending. */
  readonly isNameChecked?: boolean;
};

export const listEndings = ({ kinds, texts = [] }: AcceptedKinds): string[] => [...new Set([...kinds.flatMap(listFileEndings), ...texts])];
/** For the error that names what is accepted. */
export const listKinds = (accepted: AcceptedKinds): string => listEndings(accepted).join(', ');

/** A name without an ending may be anything. */
export const hasAcceptedEnding = (name: string, accepted: AcceptedKinds): boolean =>
  ['', ...listEndings(accepted)].includes(getEnding(name));

export const refuseKind = (accepted: AcceptedKinds) =>
  new UserError(400, { '': [{ ...messages.unknown, values: { kinds: listKinds(accepted) } }] });

/** A file, or an entry of a ZIP. */
export type ReadableFile = {
  readonly head: Uint8Array;
  readonly read: () => AsyncIterable<Buffer> | Promise<AsyncIterable<Buffer>>;
  readonly openZip: () => ReturnType<typeof openZip>;
};

/** The kind and the name with its ending. Throws a user error that says what is accepted. */
export async function checkFile(path: string, name: string, accepted: AcceptedKinds): Promise<{ kind: FileKind; name: string }> {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  if (bytesRead === 0) throw new UserError(400, { '': [messages.empty] });
  const kind = await detectKind(
    {
      head: buffer.subarray(0, bytesRead),
      read: () => file.createReadStream({ autoClose: false, start: 0 }),
      openZip: async () => (await import('./open-zip.ts')).openZip(path),
    },
    name,
    accepted,
  );
  if (!kind) throw refuseKind(accepted);
  return { kind, name: withExtension(name, kind, accepted.texts) };
}

/** Undefined if it is not accepted. Throws a user error if it is, but its content is not harmless. */
export async function detectKind(content: ReadableFile, name: string, accepted: AcceptedKinds): Promise<FileKind | undefined> {
  const { texts = [], isNameChecked = false } = accepted;
  const ending = getEnding(name);
  const head = Buffer.from(content.head).toString('latin1');
  const alike = fileKinds.filter((kind) => table[kind].begins?.some((bytes) => isBeginning(bytes, head)));
  const named = alike.find((kind) => listFileEndings(kind).includes(ending));
  const kind = alike.length === 0 ? await findTextKind(content, ending) : await findZippedKind(content, head, named ?? alike[0]);
  if (!kind || !accepted.kinds.includes(kind)) return undefined;
  const fits = ending === '' || listFileEndings(kind).includes(ending) || (kind === 'txt' && texts.includes(ending));
  return fits || !isNameChecked ? kind : undefined;
}

const isBeginning = (bytes: string, head: string): boolean =>
  bytes.length <= head.length && [...bytes].every((byte, at) => byte === '?' || byte === head[at]);

async function findZippedKind(content: ReadableFile, head: string, kind: FileKind | undefined): Promise<FileKind | undefined> {
  if (!kind || kind === 'zip' || !table[kind].isZipped || !head.startsWith('PK')) return kind;
  return (await import('./zipped-document.ts')).checkZippedDocument(content.openZip);
}

async function findTextKind({ read }: ReadableFile, ending: string): Promise<FileKind | undefined> {
  if (ending === 'svg') {
    await (await import('./svg.ts')).checkSvg(await read());
    return 'svg';
  }
  return (await isText(await read())) ? 'txt' : undefined;
}

/** Tabs, line breaks and page breaks belong to text; other control characters do not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;
/** A browser or a shell would run these, whatever their name. */
const RUNS = /^\ufeff?\s*(?:#!|<(?:!doctype\s+html|html|head|body|script|iframe|hta:)\b)/i;

/**
 * Valid UTF-8 without control characters. Read in chunks, because ten megabytes at once would block the event
 * loop.
 */
async function isText(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let isFirst = true;
  try {
    for await (const chunk of chunks) {
      const text = decoder.decode(chunk, { stream: true });
      if (CONTROL.test(text) || (isFirst && RUNS.test(text))) return false;
      isFirst = false;
    }
    decoder.decode();
    return true;
  } catch (cause) {
    if (cause instanceof TypeError) return false;
    throw cause;
  }
}

/**
 * Sets the file extension to the detected kind, so that the name does not mislead the person who opens it.
 */
export function withExtension(name: string, kind: FileKind, texts: readonly string[] = []): string {
  const stem = name.replace(/^[.\s]+|[.\s]+$/g, '') || 'file';
  const ending = getEnding(stem);
  return listFileEndings(kind).includes(ending) || (kind === 'txt' && texts.includes(ending)) ? stem : `${stem}.${kind}`;
}
