// Form fields of the catalogue: texts in three languages, amounts and lists. Input is not corrected; an
// invalid number is sent as null, so that the server reports it.

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { builtInLocales, locales, type Words } from '#lib/locale.ts';
import { formatDecimal, getCurrencyCode, parseMoney } from '#lib/money/money.ts';
import { type Turnaround, type TurnaroundUnit, turnaroundUnits } from '#lib/time/turnaround.ts';
import { Button } from '#ui/display/button.tsx';
import { useCurrencies } from '../../../shared/api/me.ts';
import { AreaField, ChoiceField, TextField, useField, WholeField } from '../../../shared/forms/fields.tsx';
import css from '../../versions/versions.module.css';

/** If two items have one id, the first is the saved one. */
export function isNewItem(ids: readonly string[], index: number, saved: Pick<ReadonlySet<string>, 'has'>): boolean {
  const id = ids[index] ?? '';
  return !saved.has(id) || ids.indexOf(id) < index;
}

/** `name`: path of the value in the form: "service.offers.0.unit". */
type Props = { readonly label: string; readonly name: string };

export const WordsField = ({ label, name, rows = 1 }: Props & { readonly rows?: number }) => (
  <fieldset className={css.group}>
    <legend>{label}</legend>
    <div className={css.even}>
      {builtInLocales.map((locale) => {
        const field = { label: locales[locale].name, name: `${name}.${locale}`, lang: locales[locale].html };
        return rows === 1 ? <TextField key={locale} {...field} /> : <AreaField key={locale} {...field} rows={rows} />;
      })}
    </div>
  </fieldset>
);

/** Of a new item of a list. */
export const KeyField = ({ name }: Pick<Props, 'name'>) => (
  <TextField
    label="Key"
    name={name}
    hint="Lowercase letters, digits and hyphens. Leave blank to have it numbered. It can’t be changed later."
  />
);

type MadeKeyProps = Props & {
  readonly hint: string;
  /** Path of the name that it is made from. */
  readonly from: string;
  readonly make: (name: string) => string;
};

/** The key of a new service, question or option. It is made from the name until it is typed by hand. */
export function MadeKeyField({ from, make, ...field }: MadeKeyProps) {
  const { value: key = '', change } = useField<string>(field.name);
  const { value: words } = useField<Words>(from);
  const made = make(words.en || words.es || words.jp);
  const last = useRef(key === '' ? '' : made);
  const follow = useEffectEvent((next: string) => {
    if (key === last.current && key !== next) change(next);
    last.current = next;
  });
  useEffect(() => {
    follow(made);
  }, [made]);
  return <TextField {...field} />;
}

/** Prices in other currencies stay in the file. */
export const PriceFields = ({ label, name }: Props) =>
  useCurrencies().sold.map((currency) => {
    const code = getCurrencyCode(currency);
    return (
      <TextField
        key={code}
        label={`${label} in ${code}`}
        name={`${name}.prices.${code}`}
        inputMode="decimal"
        parse={(text) => (text.trim() === '' ? undefined : (parseMoney(text, currency) ?? Number.NaN))}
        format={(amount?: number) => (amount !== undefined && Number.isFinite(amount) ? formatDecimal({ amount, currency }) : '')}
      />
    );
  });

const unitLabels: Readonly<Record<TurnaroundUnit, string>> = {
  minutes: 'Minutes',
  hours: 'Hours',
  days: 'Days',
  businessDays: 'Business days',
};

/** `usual`: what counts if no turnaround is chosen. */
export function TurnaroundField({ name, usual }: Pick<Props, 'name'> & { readonly usual: string }) {
  const { value, change } = useField<Turnaround | undefined>(name);
  const choose = (unit: string) => change(unit === '' ? undefined : { amount: value?.amount ?? 1, unit: unit as TurnaroundUnit });
  return (
    <div className={css.even}>
      <ChoiceField
        label="Turnaround in"
        name={`${name}.unit`}
        options={[{ value: '', label: usual }, ...turnaroundUnits.map((unit) => ({ value: unit, label: unitLabels[unit] }))]}
        onValue={choose}
      />
      {value ? <WholeField label="Turnaround" name={`${name}.amount`} /> : null}
    </div>
  );
}

type ItemsProps<T> = {
  readonly name: string;
  /** Label of an item, as in "Remove line 2". */
  readonly called: string;
  readonly make: () => T;
  /** Empty is no value. */
  readonly isOptional?: boolean;
  readonly children: (name: string, item: T, index: number) => ReactNode;
};

/** A list of the form. Each item has a stable key, independent of its position. */
export function Items<T>({ name, called, make, isOptional = false, children }: ItemsProps<T>) {
  const { value: items = [], change } = useField<readonly T[] | undefined>(name);
  const [keys, setKeys] = useState(() => items.map((_, index) => index));
  const remove = (index: number) => {
    setKeys(keys.filter((_, at) => at !== index));
    change(isOptional && items.length === 1 ? undefined : items.filter((_, at) => at !== index));
  };
  const add = () => {
    setKeys([...keys, Math.max(-1, ...keys) + 1]);
    change([...items, make()]);
  };
  return (
    <>
      {items.map((item, index) => (
        <div key={keys[index]} className={css.item}>
          {children(`${name}.${index}`, item, index)}
          <div className={css.row}>
            <Button text={`Remove ${called} ${index + 1}`} small onClick={() => remove(index)} />
          </div>
        </div>
      ))}
      <div className={css.row}>
        <Button text={`Add ${called}`} small onClick={add} />
      </div>
    </>
  );
}
