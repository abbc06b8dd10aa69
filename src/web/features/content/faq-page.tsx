// FAQ in groups, with an address for each question and a search as you type. Without JavaScript the server
// answers the search and the browser opens the question that the address names.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Empty } from '#ui/feedback/empty.tsx';
import button from '#ui/styles/button.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import { href, pageRow, typedQuery } from '../../../pages.ts';
import { usePage } from '../../router/page/context.ts';
import type { QuestionGroup, ScreenProps } from '../../router/page/data.ts';
import { LinkedText } from '../../shared/linked-text.tsx';
import { pathIfThere } from '../../shared/nav-links.ts';
import question from '../../shared/question-list.module.css';
import { countQuestions, findQuestions } from '../../shared/text-search.ts';
import css from './faq-page.module.css';
import '#ui/styles/search-field.css';

function FaqPage({ data: { asked, groups } }: ScreenProps<'faq'>) {
  const [wanted, setWanted] = useState(asked);
  const found = useMemo(() => findQuestions(groups, wanted), [groups, wanted]);
  const list = useRef<HTMLDivElement>(null);
  useAddress(wanted);
  useAnchor();
  useWholePrint(list);
  return (
    <div className={`page ${css.page}`}>
      <header className={css.head}>
        <p className={eyebrow.eyebrow}>
          <Trans>Questions</Trans>
        </p>
        <h1>
          <Trans>Questions and answers</Trans>
        </h1>
        <Search wanted={wanted} look={setWanted} found={countQuestions(found)} />
      </header>
      {found.length > 0 ? (
        <div className={css.columns}>
          <Groups groups={found} />
          <div ref={list}>
            {found.map((group) => (
              <Group key={group.id} group={group} />
            ))}
          </div>
        </div>
      ) : (
        <div className={css.nothing}>
          <Nothing wanted={wanted} showAll={() => setWanted('')} />
        </div>
      )}
    </div>
  );
}

const row = pageRow('faq');
const MAX_CHARS = row.typed?.q ?? 0;

type FaqSearchProps = { readonly wanted: string; readonly look: (wanted: string) => void; readonly found: number };

function Search({ wanted, look, found }: FaqSearchProps) {
  return (
    <search>
      <form className={css.search} method="get" action={href('faq')} onSubmit={(event) => event.preventDefault()}>
        <label htmlFor="faq-search">
          <Trans>Search the questions</Trans>
        </label>
        <div className={css.field}>
          <input
            id="faq-search"
            type="search"
            name="q"
            value={wanted}
            maxLength={MAX_CHARS}
            autoComplete="off"
            enterKeyHint="search"
            aria-describedby="faq-found"
            onChange={({ target }) => look(target.value)}
          />
          <button className={button.main} type="submit">
            <Trans>Search</Trans>
          </button>
        </div>
        <p id="faq-found" className={css.found} role="status">
          {wanted.trim() ? (
            <Plural value={found} _0="No results" one="# result" other="# results" />
          ) : (
            <Plural value={found} one="# question" other="# questions" />
          )}
        </p>
      </form>
    </search>
  );
}

function Groups({ groups }: { groups: readonly QuestionGroup[] }) {
  const { t } = useLingui();
  return (
    <nav className={css.groups} aria-label={t`On this page`}>
      <ul>
        {groups.map(({ id, title, questions }) => (
          <li key={id}>
            <a href={`#${anchorOf(id)}`}>
              {title} <span>{questions.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Ids of questions have no prefix, because their addresses are shared. */
const anchorOf = (group: string): string => `group-${group}`;

function Group({ group: { id, title, questions } }: { group: QuestionGroup }) {
  const { t } = useLingui();
  return (
    <section className={css.group} aria-labelledby={anchorOf(id)}>
      <h2 id={anchorOf(id)}>{title}</h2>
      {questions.map((each) => (
        <details key={each.id} className={`${question.question} ${css.question}`}>
          <summary>{each.question}</summary>
          {/* The id is inside of the details, not on it: browsers then open the details of the target. */}
          <div id={each.id} className={css.answer}>
            <p>
              <LinkedText text={each.answer} />
            </p>
            <a className={css.link} href={`#${each.id}`} aria-label={t`Link to “${each.question}”`}>
              <Trans>Link to this answer</Trans>
            </a>
          </div>
        </details>
      ))}
    </section>
  );
}

function Nothing({ wanted, showAll }: { wanted: string; showAll: () => void }) {
  const { t } = useLingui();
  const { shell } = usePage();
  return (
    <Empty
      kind="filtered"
      // A text node of its own, because words that look like markup would be parsed as part of the sentence.
      title={t`No results for “${wanted}”.`}
      act={
        <div className={css.acts}>
          <a className={button.main} href={pathIfThere('/contact') ?? `mailto:${shell.supportEmail}`}>
            <Trans>Contact us</Trans>
          </a>
          <a
            className={button.quiet}
            href={href('faq')}
            onClick={(event) => {
              event.preventDefault();
              showAll();
              document.getElementById('faq-search')?.focus();
            }}
          >
            <Trans>Show all questions</Trans>
          </a>
        </div>
      }
    >
      <Trans>Try another word, or ask us.</Trans>
    </Empty>
  );
}

/** Long enough to finish a word; some browsers reject frequent changes of the address. */
const ADDRESS_SETTLES_MS = 300;

/** The search is in the address, so that it survives a reload, can be shared and read in another language. */
function useAddress(wanted: string): void {
  useEffect(() => {
    const { pathname } = location;
    const settle = setTimeout(() => {
      const url = new URL(location.href);
      // Another navigation is in progress.
      if (url.pathname !== pathname || (url.searchParams.get('q') ?? '') === wanted) return;
      const [[, text] = []] = typedQuery(row, { q: wanted });
      if (text) url.searchParams.set('q', text);
      else url.searchParams.delete('q');
      url.hash = '';
      history.replaceState(history.state, '', url.pathname + url.search);
    }, ADDRESS_SETTLES_MS);
    return () => clearTimeout(settle);
  }, [wanted]);
}

/**
 * Opens the question in the address if the browser did not: after a client navigation, and in older browsers.
 */
function useAnchor(): void {
  useLayoutEffect(() => {
    const open = () => {
      const answer = document.getElementById(location.hash.slice(1));
      const details = answer?.closest('details');
      if (!answer || !details || details.open) return;
      details.open = true;
      answer.scrollIntoView();
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);
}

/** Opens all questions for print in browsers that cannot do it by CSS. */
function useWholePrint(list: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    let closed: readonly HTMLDetailsElement[] = [];
    const setOpen = (open: boolean) => {
      for (const details of closed) details.open = open;
    };
    const before = () => {
      closed = [...(list.current?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? [])];
      setOpen(true);
    };
    const after = () => setOpen(false);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, [list]);
}

export { FaqPage as Screen };
