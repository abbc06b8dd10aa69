// How answers that are no text are said in the language of the page.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

export function useSaid() {
  const { t } = useLingui();
  return { yes: t`Yes`, no: t`No`, files: (count: number) => t`${plural(count, { one: '# file', other: '# files' })}` };
}
