// The search of every page: Ctrl K opens it, arrows select, Enter opens a result. A combobox whose focus
// stays in its field.
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { accessToken } from '#ui/api/session.ts';
import { Dialog } from '#ui/display/dialog.tsx';
import { findItems } from '../../../site/enhance/search-items.ts';
import type { TextFiles } from '../../i18n/catalogs.ts';
import { withCatalog } from '../../shared/with-catalog.tsx';
import { listsOf, ResultLists, SearchStatus } from './search-results.tsx';
import { useSearchItems } from './use-search-items.ts';
import '../../../site/enhance/search.css';

const catalog: TextFiles = {
  area: 'search',
  en: () => import('virtual:messages/search/en'),
  es: () => import('virtual:messages/search/es'),
  jp: () => import('virtual:messages/search/jp'),
};

const MAX_CHARS = 80;

function Search({ close }: { close: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const [shortcut] = useState(shortcutHere);
  const loading = useSearchItems();
  const { items } = loading;
  const lists = useMemo(() => (items ? listsOf(findItems(items, query), id) : []), [items, query, id]);
  const options = lists.flatMap((list) => list.options);
  const index = Math.min(at, options.length - 1);
  const activeId = options[index]?.id;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const press = (event: KeyboardEvent) => {
    // While a Japanese input method converts, Enter and the arrows are its own.
    if (event.nativeEvent.isComposing || !activeId) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((index + step + options.length) % options.length);
    else if (event.key === 'Enter') document.getElementById(activeId)?.click();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={<Trans>Search</Trans>} onClose={close} closeLabel={t`Close`} harmless>
      <label className="search-label" htmlFor={`${id}-field`}>
        {accessToken() === undefined ? <Trans>Services and questions</Trans> : <Trans>Services, questions and your orders</Trans>}
      </label>
      <input
        id={`${id}-field`}
        className="search-field"
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="go"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_CHARS}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div className="search-results">
        <ResultLists id={`${id}-list`} lists={lists} activeId={activeId} close={close} />
        <SearchStatus query={query} count={options.length} loading={loading} close={close} />
      </div>
      <p className="search-keys">
        <Trans>
          <kbd>{shortcut}</kbd> opens this search on every page.
        </Trans>
      </p>
    </Dialog>
  );
}

const shortcutHere = (): string => (/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K');

export const SearchDialog = withCatalog(Search, catalog);
