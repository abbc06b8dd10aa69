// The list of earlier imports, of customers or of services.
import { isoOrNull } from '#lib/time/date.ts';
import type { Message } from '#lib/user-error.ts';

export const IMPORTS_LISTED = 20;

export const alreadyUndone: Message = /*i18n*/ { id: 'desk.import.undone', message: 'This import was already undone.' };

type StoredImport = {
  readonly id: string;
  readonly operatorId: string;
  readonly createdAt: Date;
  readonly undoneAt: Date | null;
};

/** A stored row as the page lists it. */
export const listedImport = <Row extends StoredImport>({ row, operator }: { readonly row: Row; readonly operator: string }) => {
  const { operatorId: _, createdAt, undoneAt, ...counts } = row;
  return { ...counts, operator, createdAt: createdAt.toISOString(), undoneAt: isoOrNull(undoneAt) };
};
