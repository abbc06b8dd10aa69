// A form with texts in every language, of which it shows one at a time. Each tab says what is missing in its
// language.
import { createContext, type ReactNode, use, useState } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { type BuiltInLocale, builtInLocales, locales, type Words } from '#lib/locale.ts';
import { Tabs } from '#ui/display/tabs.tsx';
import type { ApiForm } from '#ui/forms/use-api-form.ts';
import { AreaField, TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { OtherLanguagesOfTexts } from '../../shared/forms/other-languages.tsx';
import css from './versions.module.css';

type Language = { readonly locale: BuiltInLocale; readonly setLocale: (locale: BuiltInLocale) => void };
const LanguageContext = createContext<Language>({ locale: 'en', setLocale: () => undefined });

/** The language that the form shows. */
export const useFormLanguage = (): BuiltInLocale => use(LanguageContext).locale;

type FormProps<V extends FieldValues> = { readonly form: ApiForm<V>; readonly children: ReactNode };

/** After a refused preview it shows a language with an error. */
export function LanguageForm<V extends FieldValues>({ form, children }: FormProps<V>) {
  const [locale, setLocale] = useState<BuiltInLocale>('en');
  const { root, ...errors } = form.formState.errors;
  const [shown, setShown] = useState(root);
  // While it renders, so that the field is there when the form looks for the first error.
  if (root !== shown) {
    setShown(root);
    const localesWithErrors = listLanguagesWithErrors(errors, locale);
    if (!localesWithErrors.includes(locale)) setLocale(localesWithErrors[0] ?? locale);
  }
  return (
    <LanguageContext value={{ locale, setLocale }}>
      <Form form={form} submit="Preview">
        {children}
      </Form>
    </LanguageContext>
  );
}

/** Errors of fields that have no languages are seen in every one, so also in the chosen one. */
const listLanguagesWithErrors = (errors: object, chosen: BuiltInLocale): BuiltInLocale[] =>
  Object.entries(errors).flatMap(([name, error]) =>
    error?.message === undefined ? listLanguagesWithErrors(error ?? {}, chosen) : [builtInLocales.find((each) => each === name) ?? chosen],
  );

/** `name`: the part of the form whose languages are counted. */
export function LanguageTabs({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { locale, setLocale } = use(LanguageContext);
  const text: unknown = useWatch({ name });
  const tabs = builtInLocales.map((each) => ({ id: each, label: <TabLabel locale={each} missing={countMissing(text, each)} /> }));
  return (
    <Tabs label="Language" tabs={tabs} chosen={locale} choose={setLocale} isInteractive>
      <div className={css.words}>
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

type WordsProps = { readonly label: string; readonly name: string; readonly rows?: number; readonly hint?: string };

/** One text in the chosen language. */
export function WordsInput({ name, rows, ...rest }: WordsProps) {
  const locale = useFormLanguage();
  const field = { ...rest, name: `${name}.${locale}`, lang: locales[locale].html };
  return rows ? <AreaField {...field} rows={rows} /> : <TextField {...field} />;
}
