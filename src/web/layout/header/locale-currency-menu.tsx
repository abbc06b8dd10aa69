// Language and currency menu: links and forms that work without JavaScript, and change the page in place after hydration.
import { useLingui } from '@lingui/react/macro';
import type { MouseEvent, SubmitEvent } from 'react';
import { type Locale, languageOf, localeNames } from '../../../lib/locale.ts';
import { Currency, currencyCodes } from '../../../lib/money/money.ts';
import { knownQuery, pageNames, pageRow, queryOf } from '../../../pages.ts';
import { currencyFrom } from '../../browser/local-storage.ts';
import { usePage } from '../../router/page/context.ts';
import css from './menu.module.css';

export function LanguageChoice() {
  const { locale, setLocale, screen, address } = usePage();
  const choose = (event: MouseEvent, wanted: Locale) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void setLocale(wanted);
  };
  // Without JavaScript, only the query parameters known to the server can be preserved.
  const page = pageNames.find((name) => name === screen);
  const query = page ? knownQuery(pageRow(page), queryOf(address)) : '';
  return (
    <ul className={css.list}>
      {localeNames.map((each) => (
        <li key={each}>
          <a
            className={css.item}
            href={`${query || '?'}${query ? '&' : ''}lang=${each}`}
            hrefLang={languageOf(each).html}
            lang={languageOf(each).html}
            aria-current={each === locale ? 'true' : undefined}
            onClick={(event) => choose(event, each)}
          >
            <b>{languageOf(each).shown}</b>
            {languageOf(each).name}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function CurrencyChoice() {
  const { t } = useLingui();
  const { currency, choose } = usePage();
  const names: Readonly<Record<(typeof currencyCodes)[number], string>> = {
    EUR: t`Euro`,
    USD: t`US dollar`,
    AUD: t`Australian dollar`,
    NOK: t`Norwegian krone`,
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const wanted = submitter instanceof HTMLButtonElement ? currencyFrom(submitter.value) : undefined;
    if (wanted !== undefined && wanted !== currency) choose(wanted);
  };
  return (
    <form method="post" onSubmit={submit}>
      <ul className={css.list}>
        {currencyCodes.map((code) => (
          <li key={code}>
            <button
              className={css.item}
              type="submit"
              name="currency"
              value={Currency[code]}
              aria-current={Currency[code] === currency ? 'true' : undefined}
            >
              <b>{code}</b>
              {names[code]}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
