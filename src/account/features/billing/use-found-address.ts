// Fills in prefecture, city and district when a whole Japanese postal code is typed. Nothing that the
// customer has typed is replaced.
import { useEffect, useRef, useState } from 'react';
import type { FormField } from '#ui/forms/field.tsx';
import type { FoundAddress } from './find-address.ts';

export type Found = { readonly digits: string; readonly address: FoundAddress };
type Parts = { readonly [Part in keyof FoundAddress]?: FormField<string> | undefined };
const parts = ['state', 'city', 'address'] as const;

/** The seven digits of a whole code, which may be typed full-width or with a hyphen. */
export function readDigits(typed: string): string | undefined {
  const digits = typed.normalize('NFKC').replace(/[\s〒\p{Pd}\u2212\u30fc]/gu, '');
  return /^\d{7}$/.test(digits) ? digits : undefined;
}

export function useFoundAddress(fields: Parts): { readonly found: Found | undefined; readonly look: (typed: string) => void } {
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
  const look = (typed: string) => {
    const digits = readDigits(typed) ?? '';
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
