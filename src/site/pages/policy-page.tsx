// Policy page: terms, privacy, cookies or refunds; and the accessibility statement. The server renders
// Markdown to HTML at start and rejects raw HTML in it.
import { Trans, useLingui } from '@lingui/react/macro';
import type { PolicyData, ScreenProps } from '#ui/page/data.ts';
import css from './policy-page.module.css';

type Props = ScreenProps<'cookiesPolicy' | 'privacyPolicy' | 'refundPolicy' | 'termsAndConditions' | 'accessibility'>;

function PolicyPage({ data }: Props) {
  const { title, version, updated, sections } = data;
  return (
    <div className={`page ${css.page}`}>
      <header className={css.head}>
        <h1 {...getLanguageProps(data)}>{title}</h1>
        <p className={css.version}>
          <Trans>
            Version {version},{' '}
            <time dateTime={updated.iso} lang={updated.lang}>
              {updated.shown}
            </time>
          </Trans>
        </p>
      </header>
      <Contents sections={sections} />
      <Text data={data} />
    </div>
  );
}

/** Beside the text on wide screens, collapsed above it on narrow ones: two lists, of which CSS shows one. */
function Contents({ sections }: Pick<PolicyData, 'sections'>) {
  const { t } = useLingui();
  const list = (
    <ol>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <nav className={css.contents} aria-label={t`On this page`}>
      <div className={css.beside}>
        <p>{t`On this page`}</p>
        {list}
      </div>
      <details className={css.above}>
        <summary>{t`On this page`}</summary>
        {list}
      </details>
    </nav>
  );
}

/**
 * Of a text that is not in the language of the page. Languages of the release are written from left to right.
 */
const getLanguageProps = ({ lang }: PolicyData) => (lang ? { lang, dir: 'ltr' } : {});

const Text = ({ data }: { data: PolicyData }) => (
  <article
    className={css.text}
    {...getLanguageProps(data)}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: from the owner's Markdown, in which raw HTML is rejected.
    dangerouslySetInnerHTML={{ __html: data.html }}
  />
);

export { PolicyPage as Screen };
