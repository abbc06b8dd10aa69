// The names of a backup's objects, and the arithmetic of WAL positions. Pure.
//
//   <line>/base/<time>/data.0001 …   a copy of the data folder, as parts of one tar archive
//   <line>/base/<time>/manifest      written last: without it, the copy is not complete
//   <line>/wal/<segment>             a whole segment of the write-ahead log
//   <line>/wal/<segment>.<offset>    the bytes of the newest segment from an offset on
//   <line>/wal-state                 up to when the log was copied
//   files/<id>                       an uploaded file; never changes
//
// A line is the history of one database folder. A restored folder begins a new one, so two of them never
// write the same object.
import type { SealedObject } from './sealed-vault.ts';

export const SEGMENT_BYTES = 16 * 1024 * 1024;
/** The unit of the first half of a position, and of the second part of a segment's name. */
const HIGH_HALF_UNIT = 0x1_0000_0000;

const toHex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');

/** "0/3000148" as bytes from the beginning. */
export function parsePosition(lsn: string): number {
  const [high = '', low = ''] = lsn.split('/');
  return Number.parseInt(high, 16) * HIGH_HALF_UNIT + Number.parseInt(low, 16);
}

export const showPosition = (position: number): string =>
  `${Math.floor(position / HIGH_HALF_UNIT).toString(16)}/${(position % HIGH_HALF_UNIT).toString(16)}`.toUpperCase();

export const formatSegment = (timeline: number, position: number): string =>
  toHex(timeline) + toHex(Math.floor(position / HIGH_HALF_UNIT)) + toHex(Math.floor((position % HIGH_HALF_UNIT) / SEGMENT_BYTES));

export const getSegmentStart = (position: number): number => position - (position % SEGMENT_BYTES);

/** The position at which a segment of this name starts. */
export const getSegmentPosition = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * HIGH_HALF_UNIT + Number.parseInt(segment.slice(16), 16) * SEGMENT_BYTES;

export const getWalFolder = (line: string): string => `${line}/wal/`;
export const getWalName = (line: string, segment: string, offset?: number): string =>
  `${getWalFolder(line)}${segment}${offset === undefined ? '' : `.${toHex(offset)}`}`;
export const getWalStateName = (line: string): string => `${line}/wal-state`;
export const getBaseFolder = (line: string, id: string): string => `${line}/base/${id}/`;
export const getManifestName = (line: string, id: string): string => `${getBaseFolder(line, id)}manifest`;
export const uploadName = (id: string): string => `files/${id}`;

/** The id of a base backup that starts now; sorts by time. */
export const formatBaseId = (startedAt: Date): string => startedAt.toISOString().replaceAll(/[-:.]/g, '');

const FILE = 'files/(?<file>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const LINE = String.raw`(?<line>\d{8}T\d{6}Z-[0-9a-f]{8})`;
const WAL = String.raw`wal-state|wal/(?<segment>[0-9A-F]{24})(?:\.(?<offset>[0-9A-F]{8}))?`;
const BASE = String.raw`base/(?<id>\d{8}T\d{9}Z)/(?:data\.\d{4,}|manifest)`;
const NAME = new RegExp(`^(?:${FILE}|${LINE}/(?:${WAL}|${BASE}))$`);

/** What the name of an object says; nothing if it is not of a backup. */
export type ObjectName = { readonly [part in 'file' | 'line' | 'segment' | 'offset' | 'id']?: string };

export const readName = (name: string): ObjectName => NAME.exec(name)?.groups ?? {};

export type BackupManifest = {
  readonly format: 1;
  readonly line: string;
  readonly id: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly timeline: number;
  /** The log is needed from here on. */
  readonly startSegment: string;
  readonly startLsn: string;
  readonly stopLsn: string;
  readonly parts: readonly SealedObject[];
  /** Every entry of the archive, before compression. */
  readonly entries: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
  /** Uploaded files that the shop had then. */
  readonly files: readonly string[];
  /** Stored files that the shop had no longer then. Their ids never come back. */
  readonly formerFiles: readonly string[];
};

export type WalState = { readonly lsn: string; readonly at: string };
