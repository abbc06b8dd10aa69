// FAQ in groups, with an address for each question and a search, which the script sends as the visitor types.

import { Plural, useLingui } from '@lingui/react/macro';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import { LinkedText } from '#ui/display/linked-text.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { findExistingPath } from '#ui/navigation/nav-links.ts';
import { usePage } from '#ui/page/context.ts';
import type { QuestionGroup, ScreenProps } from '#ui/page/data.ts';
import { countQuestions, findQuestions } from '#ui/search/text-search.ts';
import eyebrow from '#ui/styles/eyebrow.module.css';
import { getPageRow, href } from '../../pages.ts';
import css from './faq-page.module.css';
import question from './question-list.module.css';
import '#ui/styles/search-field.css';

function FaqPage({ data: { asked, groups } }: ScreenProps<'faq'>) {
  const { t } = useLingui();
  const found = findQuestions(groups, asked);
  return (
    <div className={`page ${css.page}`}>
      <header className={css.head}>
        <p className={eyebrow.eyebrow}>{t`Questions`}</p>
        <h1>{t`Questions and answers`}</h1>
        <Search asked={asked} found={countQuestions(found)} />
      </header>
      <div id="faq-results">
        {found.length > 0 ? (
          <div className={css.columns}>
            <Groups groups={found} />
            <div>
              {found.map((group) => (
                <Group key={group.id} group={group} />
              ))}
            </div>
          </div>
        ) : (
          <div className={css.nothing}>
            <Nothing asked={asked} />
          </div>
        )}
      </div>
    </div>
  );
}

const MAX_CHARS = getPageRow('faq').typed?.q ?? 0;

function Search({ asked, found }: { readonly asked: string; readonly found: number }) {
  const { t } = useLingui();
  return (
    <search>
      <form className={css.search} method="get" action={href('faq')}>
        <label htmlFor="faq-search">{t`Search the questions`}</label>
        <div className={css.field}>
          <input
            id="faq-search"
            type="search"
            name="q"
            defaultValue={asked}
            maxLength={MAX_CHARS}
            autoComplete="off"
            enterKeyHint="search"
            aria-describedby="faq-found"
          />
          <Button text={t`Search`} look="main" type="submit" />
        </div>
        <p id="faq-found" className={css.found} role="status">
          {asked ? (
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
            <a href={`#${toAnchor(id)}`}>
              {title} <span>{questions.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Ids of questions have no prefix, because their addresses are shared. */
const toAnchor = (group: string): string => `group-${group}`;

function Group({ group: { id, title, questions } }: { group: QuestionGroup }) {
  const { t } = useLingui();
  return (
    <section className={css.group} aria-labelledby={toAnchor(id)}>
      <h2 id={toAnchor(id)}>{title}</h2>
      {questions.map((each) => (
        <details key={each.id} className={`${question.question} ${css.question}`}>
          <summary>{each.question}</summary>
          {/* The id is inside of the details, not on it: browsers then open the details of the target. */}
          <div id={each.id} className={css.answer}>
            <p>
              <LinkedText text={each.answer} />
            </p>
            <a className={css.link} href={`#${each.id}`} aria-label={t`Link to “${each.question}”`}>
              {t`Link to this answer`}
            </a>
          </div>
        </details>
      ))}
    </section>
  );
}

function Nothing({ asked }: { readonly asked: string }) {
  const { t } = useLingui();
  const { shell } = usePage();
  return (
    <Empty
      kind="filtered"
      // A text node of its own, because words that look like markup would be parsed as part of the sentence.
      title={t`No results for “${asked}”.`}
      act={
        <div className={css.acts}>
          <ButtonLink text={t`Contact us`} look="main" href={findExistingPath('/contact') ?? `mailto:${shell.supportEmail}`} />
          <ButtonLink text={t`Show all questions`} href={`${href('faq')}#faq-search`} />
        </div>
      }
    >
      {t`Try another word, or ask us.`}
    </Empty>
  );
}

export { FaqPage as Screen };
