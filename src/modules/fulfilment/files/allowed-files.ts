// File types that may be delivered: those customers may upload, and some for deliveries. Pure.
import type { fileKinds } from '../../../lib/file-kind.ts';

type Signature = { readonly at: number; readonly bytes: string };
const zip: Signature = { at: 0, bytes: 'PK\x03\x04' };
const jpeg: Signature = { at: 0, bytes: '\xff\xd8\xff' };

/** Leading bytes by file extension. Null: text. */
const signatures: Readonly<Record<string, Signature | null>> = {
  ...({ txt: null, docx: zip, png: { at: 0, bytes: '\x89PNG' }, jpg: jpeg, pdf: { at: 0, bytes: '%PDF-' } } satisfies Record<
    (typeof fileKinds)[number],
    Signature | null
  >),
  jpeg,
  md: null,
  csv: null,
  json: null,
  xlsx: zip,
  pptx: zip,
  odt: zip,
  gif: { at: 0, bytes: 'GIF8' },
  webp: { at: 0, bytes: 'RIFF' },
  mp4: { at: 4, bytes: 'ftyp' },
  webm: { at: 0, bytes: '\x1a\x45\xdf\xa3' },
  svg: null,
  zip,
};

/** In MB. Videos and archives are larger than texts. */
const MAX_FILE_MB = { usual: 20, large: 100 } as const;
export const maxFileMb = (name: string): number => (/\.(mp4|webm|zip)$/i.test(name) ? MAX_FILE_MB.large : MAX_FILE_MB.usual);

/** Bytes needed to recognize a file type. */
export const HEAD_BYTES = 64;
/** Signatures of executables and scripts, whatever their extension. */
const programs = ['MZ', '\x7fELF', '#!', '\xca\xfe\xba\xbe', '\xfe\xed\xfa', '\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe'];

/** `head`: the file's first bytes; `textTypes`: more endings of texts. */
export function isDeliverable(name: string, head: Uint8Array, textTypes: readonly string[] = []): boolean {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const signature = Object.hasOwn(signatures, ending) ? signatures[ending] : textTypes.includes(ending) ? null : undefined;
  const bytes = Buffer.from(head).toString('latin1');
  if (signature === undefined || programs.some((begin) => bytes.startsWith(begin))) return false;
  return signature ? bytes.startsWith(signature.bytes, signature.at) : !bytes.includes('\0');
}

/** Documents whose words are not counted. */
const documents = new Set(['txt', 'md', 'docx', 'odt', 'pdf', 'csv', 'json', 'xlsx', 'pptx']);
export const isDocument = (name: string): boolean => documents.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
