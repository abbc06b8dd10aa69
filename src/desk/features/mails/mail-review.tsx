// An email's draft as recipients would get it, light and dark and as plain text, with the changes. Can send
// it as a test.

import { type ReactNode, useState } from 'react';
import { type BuiltInLocale, builtInLocales, locales } from '#lib/locale.ts';
import type { MailDraft, MailPreview } from '#modules/mail/desk-shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { Tabs } from '#ui/display/tabs.tsx';
import { WordDiff } from '#ui/display/word-diff.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { useStorefrontHtml } from '../versions/use-storefront-html.ts';
import css from '../versions/versions.module.css';
import own from './mails.module.css';

type Props = {
  readonly name: MailDraft['name'];
  readonly before: MailDraft['text'];
  readonly text: MailDraft['text'];
  readonly preview: MailPreview;
};

const languages = builtInLocales.map((locale) => ({ id: locale, label: locales[locale].name }));
const views = { light: 'Light', dark: 'Dark', plain: 'Plain text' } as const;
type View = keyof typeof views;

export function MailReview({ name, before, text, preview }: Props) {
  const [locale, setLocale] = useState<BuiltInLocale>('en');
  const [view, setView] = useState<View>('light');
  const shown = preview.texts.find((each) => each.locale === locale);
  const { html, intl } = locales[locale];
  const [was, is] = [before[locale], text[locale]].map(({ subject = '', markdown }) => [subject, markdown].join('\n\n'));
  return (
    <Panel title="Preview with sample values">
      <Tabs label="Language" tabs={languages} chosen={locale} choose={setLocale}>
        <div className={css.words}>
          <fieldset className={own.views}>
            <legend className="unseen">Show as</legend>
            {(Object.keys(views) as View[]).map((each) => (
              <label key={each}>
                <input type="radio" name="view" checked={each === view} onChange={() => setView(each)} />
                {views[each]}
              </label>
            ))}
          </fieldset>
          <p className={own.subject} lang={html}>
            {shown?.subject}
          </p>
          {view === 'plain' ? (
            <pre className={own.plain} lang={html}>
              {shown?.text}
            </pre>
          ) : (
            <Letter html={shown?.html ?? ''} style={preview.style} theme={view} language={html} />
          )}
          <TestMail name={name} text={text} locale={locale} />
          <h3>Changes</h3>
          {was === is ? (
            <PanelNote>No changes in this language.</PanelNote>
          ) : (
            <WordDiff before={was ?? ''} text={is ?? ''} language={intl} brief />
          )}
        </div>
      </Tabs>
    </Panel>
  );
}

type LetterProps = { readonly html: string; readonly style: string; readonly theme: 'light' | 'dark'; readonly language: string };

function Letter({ html, style, theme, language }: LetterProps): ReactNode {
  const host = useStorefrontHtml(html, style);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <section className={own.screen} tabIndex={0} aria-label="Email, as recipients will see it">
      <div ref={host} lang={language} className={own.letter} data-theme={theme} inert />
    </section>
  );
}

type TestMailProps = { readonly name: MailDraft['name']; readonly text: MailDraft['text']; readonly locale: BuiltInLocale };

function TestMail({ name, text, locale }: TestMailProps) {
  const sending = useMutation(DeskApiError);
  const [answer, setAnswer] = useState('');
  const send = async () => {
    setAnswer('');
    const { to, error } = await callDesk('POST /api/mail/test', { name, text, locale });
    setAnswer(error === null ? `Sent to ${to}.` : `Not sent to ${to}: ${error}`);
  };
  return (
    <div className={css.row}>
      <Button
        text={sending.busy ? 'Sending…' : `Send me a test in ${locales[locale].name}`}
        disabled={sending.busy}
        onClick={() => void sending.run(send)}
      />
      <span role="status">{sending.failure?.message ?? answer}</span>
    </div>
  );
}
