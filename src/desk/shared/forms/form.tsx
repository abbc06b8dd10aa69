// A form of the desk with its buttons, and what the server says about it as a whole.

import { type ReactNode, useEffect, useRef } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { Button } from '#ui/display/button.tsx';
import type { ApiForm } from '#ui/forms/use-api-form.ts';
import { useCloseDialog } from '../layout/desk-dialog.tsx';
import { AreaField } from './fields.tsx';
import styles from './form.module.css';
import { type DeskFormOptions, useDeskForm } from './use-desk-form.ts';

type FormProps<V extends FieldValues> = {
  readonly form: ApiForm<V>;
  readonly children: ReactNode;
  readonly submit: string;
  readonly danger?: boolean;
  /** Not the main action of the page. */
  readonly isQuiet?: boolean;
  /** Beside the button. */
  readonly more?: ReactNode;
  readonly onChange?: () => void;
};

export function Form<V extends FieldValues>({ form, children, submit, danger = false, isQuiet = false, more, onChange }: FormProps<V>) {
  const { isSubmitting, errors } = form.formState;
  const own = useRef<HTMLFormElement>(null);
  const close = useCloseDialog();
  const failure = errors.root;
  // In the order of the page. A field may be shown only now, because of its error.
  useEffect(() => {
    if (failure) own.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [failure]);
  return (
    <FormProvider {...form}>
      <form ref={own} className={styles.form} noValidate onChange={onChange} onSubmit={(event) => void form.submit(event)}>
        {failure ? (
          <p className={styles.failure} role="alert">
            {failure.message || 'Please check the marked fields.'}
          </p>
        ) : null}
        <ErrorList lines={failure?.others?.message?.split('\n')} />
        {children}
        <div className={styles.row}>
          <Button text={submit} look={danger ? 'bad' : isQuiet ? 'quiet' : 'main'} type="submit" busy={isSubmitting} />
          {more}
          {close ? <Button text="Cancel" onClick={close} /> : null}
        </div>
      </form>
    </FormProvider>
  );
}

export function ErrorList({ lines = [] }: { readonly lines: readonly string[] | undefined }) {
  if (lines.length === 0) return null;
  return (
    <div role="alert">
      <ul className={styles.errors}>
        {[...new Set(lines)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

type ReasonFormProps = Omit<FormProps<{ why: string }>, 'form' | 'children'> &
  Pick<DeskFormOptions<{ why: string }>, 'onDone'> & {
    readonly draft: string;
    readonly send: (why: string) => Promise<unknown>;
    readonly hint?: string | undefined;
    readonly children?: ReactNode;
  };

/** An action that needs nothing but its reason. */
export function ReasonForm({ draft, send, onDone, hint, children, ...rest }: ReasonFormProps) {
  const form = useDeskForm({ draft, values: { why: '' }, send: ({ why }) => send(why), onDone });
  return (
    <Form form={form} {...rest}>
      {children}
      <AreaField label="Reason" name="why" hint={hint} />
    </Form>
  );
}
