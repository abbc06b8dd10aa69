// Removes a country from a list. The focus goes to the next country, or to the one before the last.

import type { MouseEvent } from 'react';
import { getCountryName } from '#lib/locale.ts';
import { Button } from '#ui/display/button.tsx';

type Props = { readonly country: string; readonly onRemove: () => void };

export function RemoveCountry({ country, onRemove }: Props) {
  const remove = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const all = [...(currentTarget.closest('ul')?.querySelectorAll('button') ?? [])];
    const at = all.indexOf(currentTarget);
    (all[at + 1] ?? all[at - 1])?.focus();
    onRemove();
  };
  return <Button text="Remove" small aria-label={`Remove ${getCountryName(country, 'en')}`} onClick={remove} />;
}
