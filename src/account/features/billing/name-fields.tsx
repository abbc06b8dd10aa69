// First and last name, in the order of the page's language.
import { useLingui } from '@lingui/react/macro';
import { TextField } from '#ui/forms/field.tsx';
import type { FieldOf } from '#ui/forms/use-form.ts';
import { usePage } from '#ui/page/context.ts';

type Named = 'firstName' | 'lastName';

export function NameFields({ field }: { readonly field: (name: Named) => FieldOf<string> }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const first = <TextField key="first" of={field('firstName')} label={t`First name`} autoComplete="given-name" />;
  const last = <TextField key="last" of={field('lastName')} label={t`Last name`} autoComplete="family-name" />;
  return locale === 'jp' ? [last, first] : [first, last];
}
