// Fields that only some countries have: the state, and the Japanese postal code that finds its address.

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { formatStateLabel, listStates } from '#lib/states.ts';
import { type FormField, SelectField, TextField } from '#ui/forms/field.tsx';
import { usePage } from '#ui/page/context.ts';
import type { FoundAddress } from './find-address.ts';

export type AddressPart = 'address' | 'city' | 'state' | 'zipCode';
export type FieldGetter = (name: AddressPart) => FormField<string>;

type StateFieldProps = { readonly field: FormField<string>; readonly country: string; readonly label: string; readonly optional: boolean };

export function StateField({ country, ...props }: StateFieldProps) {
  const { t } = useLingui();
  const { locale } = usePage();
  const options = listStates(country).map(({ code }) => ({ value: code, name: formatStateLabel(country, code, locale) }));
  return <SelectField {...props} autoComplete="address-level1" options={[{ value: '', name: t`Choose…` }, ...options]} />;
}

/** Fills in the rest of the address as far as the code tells it. */
export function JapanesePostalCode({ field, label }: { readonly field: FieldGetter; readonly label: string }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const postalCode = field('zipCode');
  const { found, look } = useFoundAddress({ state: field('state'), city: field('city'), address: field('address') });
  const change = (value: string) => {
    postalCode.change(value);
    look(value);
  };
  const isShown = found !== undefined && found.digits === readDigits(postalCode.value);
  const place = found && `${formatStateLabel('JP', found.address.state, locale)}${found.address.city}${found.address.address}`;
  return (
    <div>
      <TextField
        field={{ ...postalCode, change }}
        label={label}
        hint={t`7 digits. We’ll fill in the rest.`}
        autoComplete="postal-code"
        optional
        exact
      />
      <p role="status" className="soft small">
        {isShown ? t`Found: ${place}` : null}
      </p>
    </div>
  );
}

type Found = { readonly digits: string; readonly address: FoundAddress };
type Parts = { readonly [Part in keyof FoundAddress]?: FormField<string> | undefined };
const parts = ['state', 'city', 'address'] as const;

/** The seven digits of a whole code, which may be typed full-width or with a hyphen. */
function readDigits(text: string): string | undefined {
  const digits = text.normalize('NFKC').replace(/[\s〒\p{Pd}\u2212\u30fc]/gu, '');
  return /^\d{7}$/.test(digits) ? digits : undefined;
}

function useFoundAddress(fields: Parts): { readonly found: Found | undefined; readonly look: (text: string) => void } {
  const [found, setFound] = useState<Found>();
  const latest = useRef({ fields, wanted: '' });
  useEffect(() => {
    latest.current.fields = fields;
  });
  const fill = (next: Found) => {
    for (const part of parts) {
      const field = latest.current.fields[part];
      const isUntouched = field?.value === '' || field?.value === found?.address[part];
      if (isUntouched && next.address[part] !== '') field?.change(next.address[part]);
    }
    setFound(next);
  };
  const look = (text: string) => {
    const digits = readDigits(text) ?? '';
    latest.current.wanted = digits;
    // The server renders no typing, and its build leaves the codes out.
    if (digits === '' || import.meta.env.SSR) return;
    // Without the file the customer types the address, as before.
    void import('./find-address.ts')
      .then(({ findAddress }) => findAddress(digits))
      .then((address) => address && latest.current.wanted === digits && fill({ digits, address }))
      .catch(() => undefined);
  };
  return { found, look };
}
