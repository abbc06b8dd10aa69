// The fields of a form in one language at a time. Each tab says what is missing in its language.
import { type ReactNode, useState } from 'react';
import { type BuiltInLocale, builtInLocales, locales, type Words } from '#lib/locale.ts';
import { Tabs } from '#ui/display/tabs.tsx';
import { DeskApiError } from '../../shared/api/client.ts';
import { OtherLanguagesOfTexts } from '../../shared/forms/other-languages.tsx';
import { AreaField, type DeskMutation, DeskTextField } from '../../shared/forms/stateful-form.tsx';
import css from './content.module.css';

/** What every field of the form needs. */
export type LanguageForm = { readonly locale: BuiltInLocale; readonly sending: DeskMutation };

type Props = {
  readonly text: object;
  readonly chosen: BuiltInLocale;
  readonly choose: (locale: BuiltInLocale) => void;
  readonly children: ReactNode;
};

export function LanguageTabs({ text, chosen, choose, children }: Props) {
  const tabs = builtInLocales.map((locale) => ({ id: locale, label: <TabLabel locale={locale} missing={countMissing(text, locale)} /> }));
  return (
    <Tabs label="Language" tabs={tabs} chosen={chosen} choose={choose} isInteractive>
      <div className={css.fields}>
        {children}
        <OtherLanguagesOfTexts />
      </div>
    </Tabs>
  );
}

const TabLabel = ({ locale, missing }: { readonly locale: BuiltInLocale; readonly missing: number }) => (
  <>
    <span lang={locales[locale].html}>{locales[locale].name}</span>
    {missing > 0 ? <span className={css.missing}> {missing} missing</span> : null}
  </>
);

const isWords = (value: object): value is Words => builtInLocales.every((locale) => typeof (value as Words)[locale] === 'string');

/** The number of texts that are empty in a language. */
function countMissing(value: unknown, locale: BuiltInLocale): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (isWords(value)) return value[locale].trim() === '' ? 1 : 0;
  return Object.values(value).reduce<number>((sum, each) => sum + countMissing(each, locale), 0);
}

/** The language that a form shows. After a refused preview it is one with a fault. */
export function useFormLanguage(onPreview: () => Promise<void>) {
  const [locale, setLocale] = useState<BuiltInLocale>('en');
  const preview = async () => {
    try {
      await onPreview();
    } catch (cause) {
      if (cause instanceof DeskApiError) setLocale(languageOfFaults(Object.keys(cause.errors), locale));
      throw cause;
    }
  };
  return { locale, setLocale, preview };
}

/** The language with the first fault, if the chosen one shows none. */
function languageOfFaults(fields: readonly string[], chosen: BuiltInLocale): BuiltInLocale {
  const languageOf = (field: string) => builtInLocales.find((locale) => field.endsWith(`.${locale}`)) ?? chosen;
  const wrong = fields.filter(Boolean).map(languageOf);
  return wrong.length === 0 || wrong.includes(chosen) ? chosen : (wrong[0] ?? chosen);
}

type WordsInputProps = LanguageForm & {
  readonly label: string;
  readonly name: string;
  readonly words: Words;
  readonly onWords: (words: Words) => void;
  readonly rows?: number;
  readonly hint?: string;
};

/** One text in the chosen language. */
export function WordsInput({ locale, sending, label, name, words, onWords, rows, hint }: WordsInputProps) {
  const field = {
    label,
    sending,
    hint,
    name: `${name}.${locale}`,
    value: words[locale],
    lang: locales[locale].html,
    onValue: (text: string) => onWords({ ...words, [locale]: text }),
  };
  return rows ? <AreaField {...field} rows={rows} /> : <DeskTextField {...field} />;
}
