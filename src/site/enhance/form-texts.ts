// What the server tells the script of a form: its texts, in the page's language.
import type { ApiError } from '#ui/api/api-error.ts';

/** In `data-texts` of the template in each form; # stands for a number or an id. */
export type FormTexts = {
  /** General messages, by the ids of their texts. */
  readonly general: Readonly<Record<string, string>>;
  /** Messages of rules, where the field has none of its own. */
  readonly required: string;
  readonly short: string;
  readonly format: string;
  /** When to try again, by the plural categories of the number of minutes. */
  readonly retry: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
  /** Request id for the support. */
  readonly quote: string;
  readonly typed: string;
  /** Before the page's title. */
  readonly title: string;
};

export const findTemplate = (form: HTMLFormElement): HTMLTemplateElement => form.querySelector('template') as HTMLTemplateElement;

export const readTexts = (form: HTMLFormElement): FormTexts => JSON.parse(findTemplate(form).dataset.texts ?? '') as FormTexts;

/** The general message of an error. */
export const describeError = ({ general: texts }: FormTexts, { general }: ApiError): string =>
  typeof general === 'string' ? general : (texts[general.id] ?? '');

const MINUTE_SECONDS = 60;

/** When to try again. */
export function describeWait({ retry }: FormTexts, seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / MINUTE_SECONDS));
  const text = retry[new Intl.PluralRules(document.documentElement.lang).select(minutes)] ?? retry.other ?? '';
  return text.replace('#', String(minutes));
}
