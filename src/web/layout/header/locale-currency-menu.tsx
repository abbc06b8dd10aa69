// Language and currency menu: links and forms that work without JavaScript, and change the page in place
// after hydration.
import type { MouseEvent, SubmitEvent } from 'react';
import { type Locale, languageOf, localeNames } from '#lib/locale.ts';
import { currencyCode } from '#lib/money/money.ts';
import { knownQuery, pageNames, pageRow, queryOf } from '../../../pages.ts';
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
  const { currency, choose, shell } = usePage();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const wanted = submitter instanceof HTMLButtonElement ? Number(submitter.value) : currency;
    if (wanted !== currency) choose(wanted);
  };
  return (
    <form method="post" onSubmit={submit}>
      <ul className={css.list}>
        {shell.currencies.map(([each, name]) => (
          <li key={each}>
            <button className={css.item} type="submit" name="currency" value={each} aria-current={each === currency ? 'true' : undefined}>
              <b>{currencyCode(each)}</b>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
