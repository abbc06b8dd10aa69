// First and last name, in the order of the page's language.
import { useLingui } from '@lingui/react/macro';
import { type FormField, TextField } from '#ui/forms/field.tsx';
import { usePage } from '#ui/page/context.ts';

type Named = 'firstName' | 'lastName';

export function NameFields({ field }: { readonly field: (name: Named) => FormField<string> }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const first = <TextField key="first" field={field('firstName')} label={t`First name`} autoComplete="given-name" />;
  const last = <TextField key="last" field={field('lastName')} label={t`Last name`} autoComplete="family-name" />;
  return locale === 'jp' ? [last, first] : [first, last];
}
