// Language and currency menu: links and a form, which work without JavaScript.
import { getLanguage, localeNames } from '#lib/locale.ts';
import { getCurrencyCode } from '#lib/money/money.ts';
import css from '#ui/display/menu.module.css';
import { usePage } from '#ui/page/context.ts';
import { getPageRow, normalizeQuery, pageNames, parseQuery } from '../../pages.ts';

export function LanguageChoice() {
  const { locale, screen, address } = usePage();
  // Without JavaScript, only the query parameters known to the server can be preserved.
  const page = pageNames.find((name) => name === screen);
  const query = page ? normalizeQuery(getPageRow(page), parseQuery(address)) : '';
  return (
    <ul className={css.list}>
      {localeNames.map((each) => (
        <li key={each}>
          <a
            className={css.item}
            href={`${query || '?'}${query ? '&' : ''}lang=${each}`}
            hrefLang={getLanguage(each).html}
            lang={getLanguage(each).html}
            aria-current={each === locale ? 'true' : undefined}
          >
            <b>{getLanguage(each).shown}</b>
            {getLanguage(each).name}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function CurrencyChoice() {
  const { currency, shell } = usePage();
  return (
    <form method="post">
      <ul className={css.list}>
        {shell.currencies.map(([each, name]) => (
          <li key={each}>
            <button className={css.item} type="submit" name="currency" value={each} aria-current={each === currency ? 'true' : undefined}>
              <b>{getCurrencyCode(each)}</b>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
