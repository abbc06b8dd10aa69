// Form fields of the catalogue: texts in three languages, whole numbers, amounts and lists. Input is not
// corrected; an invalid number is sent as null, so that the server reports it.
import { type ReactNode, useState } from 'react';
import { type BuiltInLocale, builtInLocales, locales, type Words } from '#lib/locale.ts';
import { type CurrencyCode, type CurrencyNumber, currencyCode, currencyNumber, decimalMoney, parseMoney } from '#lib/money/money.ts';
import type { ServiceDraft } from '#modules/catalogue/shapes-desk.ts';
import button from '#ui/styles/button.module.css';
import { useCurrencies } from '../../../shared/api/me.ts';
import { AreaField, type DeskMutation, DeskTextField } from '../../../shared/forms/stateful-form.tsx';
import css from '../../versions/versions.module.css';

/** `name`: path of the value in the file, as in validation errors: "offers.0.unit". */
type Common = { readonly label: string; readonly name: string; readonly sending: DeskMutation };

/** Fields of one offer or one question. */
export type ItemFieldsProps<Item> = {
  readonly item: Item;
  readonly name: string;
  readonly sending: DeskMutation;
  /** Its id can still be chosen. A saved id is fixed: orders and stored answers refer to it. */
  readonly isNew: boolean;
  readonly onItem: (item: Item) => void;
};

/** If two items have one id, the first is the saved one. */
export function isNewItem(ids: readonly string[], index: number, saved: ReadonlySet<string>): boolean {
  const id = ids[index] ?? '';
  return !saved.has(id) || ids.indexOf(id) < index;
}

type WordsProps = Common & { readonly words: Words; readonly onWords: (words: Words) => void; readonly rows?: number };

export function WordsField({ label, name, sending, words, onWords, rows = 1 }: WordsProps) {
  const field = (locale: BuiltInLocale) => ({
    label: locales[locale].name,
    name: `${name}.${locale}`,
    sending,
    value: words[locale],
    onValue: (text: string) => onWords({ ...words, [locale]: text }),
  });
  return (
    <fieldset className={css.group}>
      <legend>{label}</legend>
      <div className={css.even}>
        {builtInLocales.map((locale) =>
          rows === 1 ? (
            <DeskTextField key={locale} {...field(locale)} lang={locales[locale].html} />
          ) : (
            <AreaField key={locale} {...field(locale)} rows={rows} />
          ),
        )}
      </div>
    </fieldset>
  );
}

type NumberProps = Common & {
  readonly value: number | undefined;
  readonly onNumber: (value: number | undefined) => void;
  readonly hint?: string;
};

export function WholeField({ value, onNumber, ...rest }: NumberProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : String(value));
  const read = (text: string) => {
    setTyped(text);
    onNumber(text.trim() === '' ? undefined : /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN);
  };
  return <DeskTextField {...rest} inputMode="numeric" value={typed} onValue={read} />;
}

function PriceField({ value, currency, onNumber, ...rest }: NumberProps & { readonly currency: CurrencyNumber }) {
  const [typed, setTyped] = useState(value === undefined ? '' : decimalMoney({ amount: value, currency }));
  const read = (text: string) => {
    setTyped(text);
    onNumber(text.trim() === '' ? undefined : (parseMoney(text, currency) ?? Number.NaN));
  };
  return <DeskTextField {...rest} inputMode="decimal" value={typed} onValue={read} />;
}

type Prices = ServiceDraft['offers'][number]['prices'];
type PricesProps = {
  readonly label: string;
  readonly name: string;
  readonly prices: Prices;
  readonly onPrices: (prices: Prices) => void;
  readonly sending: DeskMutation;
};

/** Prices in other currencies stay in the file. */
export function PriceFields({ label, name, prices, onPrices, sending }: PricesProps) {
  const codes: readonly CurrencyCode[] = useCurrencies().sold.map(currencyCode);
  return codes.map((code) => (
    <PriceField
      key={code}
      {...{ label: `${label} in ${code}`, sending, name: `${name}.prices.${code}`, value: prices[code] }}
      currency={currencyNumber(code)}
      onNumber={(amount) => onPrices({ ...prices, [code]: amount })}
    />
  ));
}

type ItemsProps<T> = {
  readonly items: readonly T[];
  readonly onItems: (items: T[]) => void;
  /** Label of an item, as in "Remove line 2". */
  readonly called: string;
  readonly make: () => T;
  readonly children: (item: T, index: number, change: (item: T) => void) => ReactNode;
};

/** A stable key per item, independent of its position. */
export function Items<T>({ items, onItems, called, make, children }: ItemsProps<T>) {
  const [keys, setKeys] = useState(() => items.map((_, index) => index));
  const without = (index: number) => {
    setKeys(keys.filter((_, at) => at !== index));
    onItems(items.filter((_, at) => at !== index));
  };
  const more = () => {
    setKeys([...keys, Math.max(-1, ...keys) + 1]);
    onItems([...items, make()]);
  };
  return (
    <>
      {items.map((item, index) => (
        <div key={keys[index]} className={css.item}>
          {children(item, index, (changed) => onItems(items.map((each, at) => (at === index ? changed : each))))}
          <div className={css.row}>
            <button className={`${button.quiet} ${button.small}`} type="button" onClick={() => without(index)}>
              Remove {called} {index + 1}
            </button>
          </div>
        </div>
      ))}
      <div className={css.row}>
        <button className={`${button.quiet} ${button.small}`} type="button" onClick={more}>
          Add {called}
        </button>
      </div>
    </>
  );
}
