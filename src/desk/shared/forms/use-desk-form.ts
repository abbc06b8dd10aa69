// The form hook of the desk: its calls, and a draft for each operator.
import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type ApiForm, type ApiFormOptions, useApiForm } from '#ui/forms/use-api-form.ts';
import { DeskApiError } from '../api/client.ts';
import { useOperator } from '../api/me.ts';
import { createFormDraft, getFormDraftKey } from './form-drafts.ts';

export type DeskFormOptions<V extends FieldValues> = Omit<ApiFormOptions<V>, 'draft' | 'readError'> & {
  /** A unique key such as `ticket.T-4711`. Never for passwords or codes. */
  readonly draft?: string;
  /** The draft keeps what it was made from: a refetch must not replace the base of an edit. */
  readonly keepsBase?: boolean;
  /** The one value that is never stored. */
  readonly secret?: string;
};

const readError = (cause: unknown) => (cause instanceof DeskApiError ? cause : undefined);

export function useDeskForm<V extends FieldValues>({ draft, keepsBase = false, secret, ...options }: DeskFormOptions<V>): ApiForm<V> {
  const operator = useOperator();
  const key = draft !== undefined && operator ? getFormDraftKey(operator.id, draft) : undefined;
  const stored = useMemo(() => (key === undefined ? undefined : createFormDraft<V>(key, keepsBase, secret)), [key, keepsBase, secret]);
  return useApiForm({ ...options, readError, draft: stored });
}
