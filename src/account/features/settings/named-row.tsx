// Row of a named item, such as a brand kit or a passkey, with rename and remove.

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#ui/display/button.tsx';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useFocusOnMount } from '#ui/hooks/use-focus.ts';
import { useOpened } from '#ui/hooks/use-opened.ts';
import rows from '#ui/styles/rows.module.css';
import { type AccountFormOptions, useAccountForm } from '../../shared/use-account-form.ts';
import css from './brand-kits.module.css';

type NamedRowProps = {
  readonly name: string;
  /** Below the name. */
  readonly about: ReactNode;
  readonly rename: (leave: () => void) => ReactNode;
  readonly remove: { readonly 'aria-disabled': true | undefined; readonly onClick: (() => void) | undefined };
  /** Error of the removal. */
  readonly children?: ReactNode;
};

export function NamedRow({ name, about, rename, remove, children }: NamedRowProps) {
  const { t } = useLingui();
  const { isOpen, opener, open, leave } = useOpened();
  if (isOpen) return <li className={rows.row}>{rename(leave)}</li>;
  return (
    <li className={rows.row}>
      <div className={css.brand}>
        <p>
          <b>{name}</b>
        </p>
        {about}
      </div>
      <div className={css.acts}>
        <Button text={t`Rename`} small ref={opener} aria-label={t`Rename ${name}`} onClick={open} />
        <Button text={t`Remove`} small aria-label={t`Remove ${name}`} {...remove} />
      </div>
      {children}
    </li>
  );
}

type RowFormOptions<Field extends string, A> = AccountFormOptions<Readonly<Record<Field, string>>, A>;
type RenameProps<Field extends string, A> = Pick<RowFormOptions<Field, A>, 'name' | 'shape' | 'words' | 'empty' | 'send'> & {
  /** The field that holds the name. */
  readonly field: NoInfer<Field>;
  readonly label: string;
  readonly autoComplete?: string;
  readonly renamed: (answer: A) => void;
  readonly leave: () => void;
};

export function RenameForm<Field extends string, A>({ field, label, autoComplete, renamed, leave, ...options }: RenameProps<Field, A>) {
  const { t } = useLingui();
  const form = useAccountForm({
    ...options,
    onDone(answer) {
      renamed(answer);
      leave();
    },
  });
  const cancel = () => {
    form.discard();
    leave();
  };
  const newName = form.field(field);
  useFocusOnMount(() => document.getElementById(newName.id));
  return (
    <form className={css.form} {...form.props}>
      <ErrorSummary summary={form.summary} id={`${options.name}-told`} />
      <TextField field={newName} label={label} {...(autoComplete ? { autoComplete } : {})} />
      <div className={css.acts}>
        <SubmitButton text={t`Save name`} busy={form.busy} meanwhile={t`Saving the name…`} />
        <Button text={t`Cancel`} onClick={cancel} />
      </div>
    </form>
  );
}
