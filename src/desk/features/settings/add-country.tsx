// Adds a country to a list, from those that are not in it.

import { useId, useState } from 'react';
import { listCountries } from '#lib/money/countries.ts';
import { Button } from '#ui/display/button.tsx';
import input from '../../shared/forms/form.module.css';
import css from './settings.module.css';

type Props = { readonly chosen: readonly string[]; readonly onAdd: (country: string) => void };

export function AddCountry({ chosen, onAdd }: Props) {
  const id = useId();
  const [picked, setPicked] = useState('');
  const free = listCountries('en').filter(({ code }) => !chosen.includes(code));
  const country = free.some(({ code }) => code === picked) ? picked : (free[0]?.code ?? '');
  return (
    <div className={css.add}>
      <div className={input.field}>
        <label htmlFor={id}>Country</label>
        <select id={id} className={input.input} value={country} onChange={({ target }) => setPicked(target.value)}>
          {free.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Button text="Add country" onClick={() => country && onAdd(country)} />
    </div>
  );
}
