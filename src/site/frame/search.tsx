// The search of every page, which src/site/enhance/search.ts opens and fills: a combobox whose focus stays in
// its field. What the script says is in the attributes, with # for what it fills in.

import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { getLanguage } from '#lib/locale.ts';
import { glyphSize } from '#lib/service-glyphs.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import dialog from '#ui/display/dialog.module.css';
import { usePage } from '#ui/page/context.ts';
import { statusWords } from '../../account/features/orders/order-list.ts';
import { href } from '../../pages.ts';
import { kinds, type SearchKind } from '../enhance/search-items.ts';
import { FrameDialog } from './dialogs.tsx';

const titles: Readonly<Record<SearchKind, MessageDescriptor>> = {
  orders: msg`Your orders`,
  services: msg`Services`,
  questions: msg`Questions`,
};

const MAX_CHARS = 80;
/** More than there are options at a time. */
const MAX_RESULTS = 25;
const shortcut = 'Ctrl K';

export function SearchDialog() {
  const { t } = useLingui();
  return (
    <FrameDialog id="dialog-search" title={t`Search`} {...useTexts()}>
      <label className="search-label" htmlFor="search-field" data-customer={t`Services, questions and your orders`}>
        {t`Services and questions`}
      </label>
      <input
        id="search-field"
        className="search-field"
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="go"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_CHARS}
        aria-expanded={false}
        aria-controls="search-results"
        aria-autocomplete="list"
      />
      <div className="search-results">
        <Results />
        <Outcome />
      </div>
      <p className="search-keys">
        <Trans>
          <kbd>{shortcut}</kbd> opens this search on every page.
        </Trans>
      </p>
      <button className={dialog.close} type="button" aria-label={t`Close`} data-close="">
        <span aria-hidden="true">×</span>
      </button>
    </FrameDialog>
  );
}

function useTexts(): { readonly [name: `data-${string}`]: string } {
  const { t, i18n } = useLingui();
  const { intl } = getLanguage(usePage().locale);
  const [price, wanted] = ['#', '#'];
  const statuses = Object.entries(statusWords).map(([status, word]) => [status, i18n._(word)]);
  const formatCount = (count: number) => t`${plural(count, { one: '# result', other: '# results' })}`;
  return {
    'data-intl': intl,
    'data-loading': t`Loading…`,
    'data-empty': t`No results for “${wanted}”.`,
    'data-from': t`from ${price}`,
    'data-month': t`${price} a month`,
    'data-counts': JSON.stringify(listPluralForms(intl, formatCount)),
    'data-statuses': JSON.stringify(Object.fromEntries(statuses)),
  };
}

/** A text for each plural form of the language. */
function listPluralForms(intl: string, formatCount: (count: number) => string): Record<string, string> {
  const rules = new Intl.PluralRules(intl);
  const counts = Array.from({ length: MAX_RESULTS }, (_, index) => index + 1);
  return Object.fromEntries(counts.map((count) => [rules.select(count), formatCount(count).replace(/\p{Nd}+/u, '#')]));
}

function Results() {
  const { t, i18n } = useLingui();
  return (
    <>
      {/* The script makes it a listbox: no select can have links. */}
      <div id="search-results" data-label={t`Results`}>
        {kinds.map((kind) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
          <div key={kind} role="group" aria-labelledby={`search-${kind}`} data-kind={kind} hidden>
            <p id={`search-${kind}`} className="search-kind" role="none">
              {i18n._(titles[kind])}
            </p>
          </div>
        ))}
      </div>
      <template>
        <a className="search-result" role="option" tabIndex={-1} href="/">
          <svg viewBox={`0 0 ${glyphSize} ${glyphSize}`} aria-hidden="true" />
          <span>
            <b>{t`Show all matches`}</b>
            <small />
          </span>
          <span className="search-price" />
        </a>
      </template>
    </>
  );
}

/** What is said instead of results, and beside them. */
const Outcome = () => (
  <>
    <p className="search-message" role="status" />
    <p className="search-message" data-none hidden>
      <ButtonLink text={<Trans>Ask us instead</Trans>} look="link" href={href('contact')} />
    </p>
    <p className="search-message" data-failed="orders" hidden>
      <Trans>Your orders couldn’t be loaded.</Trans>
    </p>
    <div className="search-message" role="alert" data-failed="pages" hidden>
      <p>
        <Trans>The search couldn’t be loaded. Check your connection.</Trans>
      </p>
      <Button text={<Trans>Try again</Trans>} />
    </div>
  </>
);
