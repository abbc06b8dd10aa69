// Edits what the owner writes, in the same way for every kind: the form of the desk has the value as it is
// stored, with the defaults of its shape, and what reads the files of a shop checks it.
import type * as z from 'zod/mini';
import { UserError } from '#lib/user-error.ts';
import { isSame, keepStored, type Tree } from '#lib/yaml/merge.ts';
import { isSourceErrors, type SourceError } from '#lib/yaml/source.ts';
import type { DbClient } from '#platform/database/database.ts';
import { listNewestNumbers, lockFolder } from './queries.ts';
import { createFormError, createUnchangedError, type FormError } from './rules.ts';
import type { ContentValue, TextFolder } from './shapes.ts';
import { type Authorship, formatStamp, getContentAtVersion, getCurrentContent, getValues, type Saved, writeContent } from './versions.ts';

export type Values = ReadonlyMap<string, ContentValue>;
/** Null removes a file. */
type NewValues = ReadonlyMap<string, ContentValue | null>;

/**
 * A kind as the desk edits it. `Text`: what the form has; `Made`: what the reader of the files makes of it.
 */
export type EditedKind<Name, Text, Made extends object> = {
  readonly folder: TextFolder;
  /** They share their versions, which have the number of the first one. */
  readonly files: (name: Name) => readonly string[];
  /** Undefined if the files do not have the text. */
  readonly read: (name: Name, stored: Values) => Promise<Text | undefined>;
  /** `stored`: all files of the folder. */
  readonly write: (name: Name, text: Text, stored: Values) => Promise<NewValues>;
  /** Reads all files of the folder with the new ones. */
  readonly check: (name: Name, values: Values) => Promise<Made | readonly SourceError[]>;
  readonly describe: (name: Name, error: SourceError) => FormError;
  /** The number that the audit log names; absent: that of the version. */
  readonly getVersion?: (name: Name, values: NewValues) => number;
};

async function readNow<Name, Text, Made extends object>(of: DbClient, kind: EditedKind<Name, Text, Made>, name: Name) {
  const [current, numbers] = [await getCurrentContent(of, kind.folder), await listNewestNumbers(of, kind.folder)];
  const [first] = kind.files(name);
  // Counts removed versions too.
  const number = numbers.find(({ file }) => file === first)?.number ?? 0;
  return { values: getValues(current), stamp: formatStamp(current), number };
}

export async function openText<Name, Text, Made extends object>(of: DbClient, kind: EditedKind<Name, Text, Made>, name: Name) {
  const { values, number } = await readNow(of, kind, name);
  const text = await kind.read(name, values);
  if (text === undefined) throw new UserError(404);
  return { text, number };
}

export async function getTextAtVersion<Name, Text, Made extends object>(
  of: DbClient,
  kind: EditedKind<Name, Text, Made>,
  { name, number }: { readonly name: Name; readonly number: number },
): Promise<Text> {
  const isKnown = number <= (await readNow(of, kind, name)).number;
  const text = isKnown ? await kind.read(name, await getContentAtVersion(of, kind.folder, kind.files(name), number)) : undefined;
  if (text === undefined) throw new UserError(404);
  return text;
}

/** `stamp`: the versions of all files that it was checked against. */
export type PreparedText<Made> = { readonly made: Made; readonly values: NewValues; readonly stamp: string; readonly isUnchanged: boolean };

/** Checks what a form says. Saves nothing. */
export async function prepareText<Name, Text, Made extends object>(
  of: DbClient,
  kind: EditedKind<Name, Text, Made>,
  { name, text }: { readonly name: Name; readonly text: Text },
): Promise<PreparedText<Made>> {
  const now = await readNow(of, kind, name);
  const values = await kind.write(name, text, now.values);
  const next = [...now.values, ...values].filter((entry): entry is [string, ContentValue] => entry[1] !== null);
  const made = await kind.check(name, new Map(next));
  if (isSourceErrors(made)) throw createFormError(made.map((error) => kind.describe(name, error)));
  return { made, values, stamp: now.stamp, isUnchanged: isSame(await kind.read(name, now.values), text) };
}

/** Saves it as the current version. Fails if there is a newer one. */
export async function saveText<Name, Text, Made extends object>(
  tx: DbClient,
  kind: EditedKind<Name, Text, Made>,
  { name, prepared, from, why, by, at }: Authorship & { readonly name: Name; readonly prepared: PreparedText<Made>; readonly from: number },
): Promise<Saved<{ readonly before: number; readonly after: number }>> {
  const { folder } = kind;
  await lockFolder(tx, folder);
  const now = await readNow(tx, kind, name);
  if (now.number !== from) return { saved: false, isOld: false };
  if (now.stamp !== prepared.stamp) return { saved: false, isOld: true };
  if (prepared.isUnchanged) throw createUnchangedError();
  const files = [...prepared.values].map(([file, value]) => ({ file, value }));
  await writeContent(tx, { folder, files, by, why, at });
  const before = kind.getVersion?.(name, now.values) ?? from;
  return { saved: true, number: from + 1, before, after: kind.getVersion?.(name, prepared.values) ?? from + 1 };
}

/** The shape of a file, and its keys that the form does not have: they stay as they are. */
export type EditedShape<S extends z.ZodMiniType = z.ZodMiniType> = { readonly shape: S; readonly inFileOnly?: readonly string[] };

/** A version that this release does not understand is shown as it is. */
const withDefaults = ({ shape }: EditedShape, stored: ContentValue): Tree => (shape.safeParse(stored).data ?? stored) as Tree;

export const toForm = (edited: EditedShape, stored: ContentValue): Tree =>
  Object.fromEntries(Object.entries(withDefaults(edited, stored)).filter(([key]) => !edited.inFileOnly?.includes(key)));

/** A changed key whose absence says the same is left out. */
export function toStored(edited: EditedShape, stored: ContentValue, text: Tree): ContentValue {
  const shown = withDefaults(edited, stored);
  const inFileOnly = Object.fromEntries((edited.inFileOnly ?? []).map((key) => [key, shown[key]]));
  const value = keepStored(stored, shown, { ...text, ...inFileOnly }) as ContentValue;
  const isSaidByAbsence = (key: string): boolean => {
    const { [key]: said, ...others } = value;
    return !isSame(said, stored[key]) && isSame(withDefaults(edited, others)[key], said);
  };
  return Object.fromEntries(Object.entries(value).filter(([key]) => !isSaidByAbsence(key)));
}
