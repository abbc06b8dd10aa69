// The search of every page, which src/site/enhance/search.ts opens and fills: a combobox whose focus stays in
// its field. What the script says is in the attributes, with placeholders, and its rows are templates.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { glyphSize } from '#lib/service-glyphs.ts';
import dialog from '#ui/display/dialog.module.css';
import field from '#ui/forms/field.module.css';
import button from '#ui/styles/button.module.css';
import { href } from '../../pages.ts';
import { statusWords } from '../../web/features/orders/order-list.ts';
import { kinds, type SearchKind } from '../enhance/search-items.ts';
import { FrameDialog } from './dialog.tsx';
import css from './search-dialog.module.css';

const titles: Readonly<Record<SearchKind, MessageDescriptor>> = {
  orders: msg`Your orders`,
  services: msg`Services`,
  questions: msg`Questions`,
};

const MAX_CHARS = 80;
const shortcut = 'Ctrl K';

export function SearchDialog() {
  const { t } = useLingui();
  return (
    <FrameDialog id="search" title={t`Search`}>
      <label className={css.label} htmlFor="search-field" data-customer={t`Services, questions and your orders`}>
        <Trans>Services and questions</Trans>
      </label>
      <input
        id="search-field"
        className={field.input}
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
      <div className={css.results}>
        <Results />
        <Outcome />
      </div>
      <p className={css.keys}>
        <Trans>
          <kbd>{shortcut}</kbd> opens this search on every page.
        </Trans>
      </p>
      <button className={dialog.close} type="button" aria-label={t`Close`} data-close>
        <span aria-hidden="true">×</span>
      </button>
    </FrameDialog>
  );
}

function Results() {
  const { t, i18n } = useLingui();
  const statuses = Object.entries(statusWords).map(([status, word]) => [status, i18n._(word)]);
  const price = '{price}';
  return (
    <>
      <div id="search-results" role="listbox" aria-label={t`Results`} data-statuses={JSON.stringify(Object.fromEntries(statuses))}>
        {kinds.map((kind) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
          <div key={kind} role="group" aria-labelledby={`search-${kind}`} data-kind={kind} hidden>
            <p id={`search-${kind}`} className={css.kind} role="presentation">
              {i18n._(titles[kind])}
            </p>
          </div>
        ))}
      </div>
      <template id="search-result">
        <a className={css.result} role="option" tabIndex={-1} href="/">
          <svg viewBox={`0 0 ${glyphSize} ${glyphSize}`} aria-hidden="true" />
          <span>
            <b />
            <small />
          </span>
          <span className={css.price} data-from={t`from ${price}`} data-month={t`${price} a month`} />
        </a>
      </template>
      <template id="search-further">
        <a className={css.result} role="option" tabIndex={-1} href="/">
          <b>
            <Trans>Show all matches</Trans>
          </b>
        </a>
      </template>
    </>
  );
}

/** What is said instead of results, and beside them. */
function Outcome() {
  const { t } = useLingui();
  const wanted = '{wanted}';
  const count = '{count}';
  return (
    <>
      <p
        id="search-status"
        className={css.message}
        role="status"
        data-loading={t`Loading…`}
        data-empty={t`No results for “${wanted}”.`}
        data-found={t`Results: ${count}`}
      />
      <p className={css.message} data-when="empty" hidden>
        <a className={button.link} href={href('contact')}>
          <Trans>Ask us instead</Trans>
        </a>
      </p>
      <p className={css.message} data-when="ordersFailed" hidden>
        <Trans>Your orders couldn’t be loaded.</Trans>
      </p>
      <div className={css.message} role="alert" data-when="failed" hidden>
        <p>
          <Trans>The search couldn’t be loaded. Check your connection.</Trans>
        </p>
        <button type="button" className={button.quiet} data-retry>
          <Trans>Try again</Trans>
        </button>
      </div>
    </>
  );
}
