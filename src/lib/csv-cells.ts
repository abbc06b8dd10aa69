// Cells of an imported file, and which columns its head names. Pure.
import { unguardText } from './csv.ts';

/** A head without case, spaces and punctuation. */
const normalizeHead = (head: string): string =>
  head
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** By field: the first column whose head is one of its words. */
export function findColumns<Field extends string>(
  head: readonly string[],
  headWords: Readonly<Record<Field, readonly string[]>>,
): Partial<Record<Field, number>> {
  const words = head.map(normalizeHead);
  const found = (Object.keys(headWords) as Field[]).flatMap((field) => {
    const index = words.findIndex((word) => headWords[field].includes(word));
    return index === -1 ? [] : [[field, index] as const];
  });
  return Object.fromEntries(found) as Partial<Record<Field, number>>;
}

/** Without the apostrophe that our own files put before a text that starts like a formula. */
export function getCell(cells: readonly string[], index: number | undefined): string {
  const cell = index === undefined ? '' : (cells[index] ?? '');
  return unguardText(cell).trim();
}

/** Why a row has more cells than the head; undefined if it has not. */
export const findWidthError = (cells: readonly string[], head: readonly string[]): string | undefined =>
  cells.length > head.length ? `The row has ${cells.length} cells, but the first row has ${head.length}.` : undefined;
