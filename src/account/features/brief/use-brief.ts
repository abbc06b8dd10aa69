// State of a brief form: a draft on every input, validation when it is added to the cart.
// Only the edited field renders.
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { CatalogueField, Offer, PlatformType } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { apiErrorMessages } from '#ui/api/api-error.ts';
import { isOfField, type RuleWords, sayWrong } from '#ui/forms/form-messages.ts';
import type { FieldFault, FieldFaults, FormError } from '#ui/forms/form-state.ts';
import { validate } from '#ui/forms/form-validation.ts';
import { keepComposing, type Summary, useErrorTitle } from '#ui/forms/use-form.ts';
import { atTheirLines, type Brief, type BriefAnswer, type DraftAnswers, hiddenQuestions, lineWrongs, parseAnswers } from './brief.ts';

/** Errors of a brief. The rules and their names are the server’s. */
const briefWords: RuleWords = {
  'brief.unknown': msg`This question is no longer needed. Clear it.`,
  'brief.yes': msg`Confirm this so we can start.`,
  'brief.url': msg`Enter a full address that starts with https://.`,
  'brief.host': msg({ message: 'Enter an address on {platform}.' }),
  'brief.twice': msg`Enter each one only once.`,
  'brief.fileGone': msg`This file isn’t uploaded. Add it again.`,
  'brief.platform': msg`Choose a platform.`,
  'field.whole': msg`Enter a whole number.`,
  'field.least': msg({ message: 'Enter {minimum} or more.' }),
  'field.most': msg({ message: 'Enter {maximum} or less.' }),
  'field.leastItems': msg({ message: 'Add at least {minimum}.' }),
  'field.mostItems': msg({ message: 'Add {maximum} at most.' }),
  'field.required': msg`Fill this in.`,
  'brandName:field.required': msg`Enter your brand name.`,
  'language:field.required': msg`Choose the language of the text.`,
  'tone:field.required': msg`Choose a tone.`,
  'facts:field.required': msg`Tell us the facts.`,
  'topic:field.required': msg`Tell us the topic.`,
  'product:field.required': msg`Describe your product.`,
  'text:field.required': msg`Add the text to check.`,
  'profileUrl:field.required': msg`Enter the address of your profile.`,
  'objective:field.required': msg`Choose an objective.`,
};

type LinePart = 'offerId' | 'platform' | 'quantity';

/** The answer, or a function of the current one. */
type Next = BriefAnswer | ((current: BriefAnswer) => BriefAnswer);
export type SetAnswer = (name: string, next: Next) => void;

type BriefState = {
  readonly brief: Brief;
  readonly wrongs: FieldFaults;
  readonly error: FormError | undefined;
  /** The error is of some questions only, before the whole brief is sent. */
  readonly isOfPart: boolean;
  readonly refusals: number;
};

type Event =
  | { readonly what: 'picked'; readonly part: LinePart; readonly value: string }
  | { readonly what: 'given'; readonly name: string; readonly next: Next }
  | { readonly what: 'swapped'; readonly was: DraftAnswers; readonly is: DraftAnswers }
  | { readonly what: 'refused'; readonly error: FormError; readonly isOfPart?: boolean }
  | { readonly what: 'passed' };

const opened = (brief: Brief): BriefState => ({ brief, wrongs: {}, error: undefined, isOfPart: false, refusals: 0 });

function step(state: BriefState, event: Event): BriefState {
  const { brief, wrongs } = state;
  switch (event.what) {
    case 'picked':
      return { ...state, brief: { ...brief, [event.part]: event.value }, wrongs: without(wrongs, event.part) };
    case 'given':
      return {
        ...state,
        brief: { ...brief, given: { ...brief.given, [event.name]: nextOf(event.next, brief.given[event.name]) } },
        wrongs: without(wrongs, event.name),
      };
    case 'swapped': {
      const same = (name: string) => JSON.stringify(brief.given[name]) === JSON.stringify(event.was[name]);
      const swapped = Object.entries(event.is).filter(([name]) => same(name));
      const remaining = swapped.reduce((all, [name]) => without(all, name), wrongs);
      return { ...state, brief: { ...brief, given: { ...brief.given, ...Object.fromEntries(swapped) } }, wrongs: remaining };
    }
    case 'refused':
      return {
        ...{ brief, error: event.error, wrongs: event.error.wrongs },
        ...{ isOfPart: event.isOfPart ?? false, refusals: state.refusals + 1 },
      };
    case 'passed':
      return state.isOfPart ? { ...state, error: undefined, wrongs: {}, isOfPart: false } : state;
  }
}

const nextOf = (next: Next, current: BriefAnswer = ''): BriefAnswer => (typeof next === 'function' ? next(current) : next);

const fieldOf = (name: string): string => name.split('[', 1)[0] ?? name;

const only = (fields: readonly string[], wrongs: FieldFaults = {}): FieldFaults =>
  Object.fromEntries(Object.entries(wrongs).filter(([name]) => fields.includes(fieldOf(name))));

/**
 * Editing a field clears its error. Returns the same object if there was none, so that nothing else renders.
 */
function without(wrongs: FieldFaults, field: string): FieldFaults {
  const remaining = Object.entries(wrongs).filter(([name]) => fieldOf(name) !== field);
  return remaining.length === Object.keys(wrongs).length ? wrongs : Object.fromEntries(remaining);
}

/** By field: its error and the lines concerned. */
export type QuestionErrors = { readonly message?: string; readonly lines: Readonly<Record<number, string>> };

type BriefOptions = {
  readonly first: () => Brief;
  readonly offerOf: (offerId: string) => Offer;
  readonly platforms: readonly PlatformType[];
  /** Labels of the questions, in form order. */
  readonly labels: ReadonlyMap<string, string>;
  /** Called on every change, not with the initial values. */
  readonly changed: (brief: Brief) => void;
  /** Submits a valid brief; returns the errors if it is rejected. */
  readonly put: (brief: Brief, answers: Answers) => Promise<FormError | undefined>;
};

export function useBrief({ first, offerOf, platforms, labels, changed, put }: BriefOptions) {
  const { i18n } = useLingui();
  const [state, dispatch] = useReducer(step, undefined, () => opened(first()));
  const { brief, wrongs, error, refusals } = state;
  const place = useRef<HTMLElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const initial = useRef(brief);
  useEffect(() => {
    if (initial.current !== brief) changed(brief);
  }, [brief, changed]);
  useEffect(() => {
    if (refusals > 0) place.current?.focus();
  }, [refusals]);
  useErrorTitle(error !== undefined);
  const pick = useCallback((part: LinePart, value: string) => dispatch({ what: 'picked', part, value }), []);
  const give: SetAnswer = useCallback((name, next) => dispatch({ what: 'given', name, next }), []);
  const swap = useCallback((was: DraftAnswers, is: DraftAnswers) => dispatch({ what: 'swapped', was, is }), []);
  const errors = useMemo(() => questionErrors(i18n, wrongs), [i18n, wrongs]);
  const hiddenNames = hiddenQuestions(offerOf(brief.offerId), brief.given).join(' ');
  // The same set until it changes, so that the advice does not render on every input.
  const hidden: ReadonlySet<string> = useMemo(() => new Set(hiddenNames.split(' ')), [hiddenNames]);

  const checkNow = () => {
    const platform = platforms.find((each) => String(each.platform) === brief.platform);
    return check(brief, offerOf(brief.offerId), platform).catch(() => undefined);
  };

  async function attempt(): Promise<FormError | undefined> {
    const checked = await checkNow();
    if (!checked) return { general: apiErrorMessages.unreached, wrongs: {} };
    if (!checked.answers) return { general: apiErrorMessages.invalid, wrongs: checked.wrongs };
    return put(brief, checked.answers);
  }

  /** Validates some fields. If the rules could not be loaded, the whole brief is validated later. */
  async function pass(fields: readonly string[]): Promise<boolean> {
    const error = { general: apiErrorMessages.invalid, wrongs: only(fields, (await checkNow())?.wrongs) };
    const isPassed = Object.keys(error.wrongs).length === 0;
    dispatch(isPassed ? { what: 'passed' } : { what: 'refused', error, isOfPart: true });
    return isPassed;
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    // React state updates too late to stop a second click.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      const refusal = await attempt();
      if (refusal) dispatch({ what: 'refused', error: refusal });
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    brief,
    errors,
    hidden,
    pick,
    give,
    swap,
    busy,
    pass,
    leave: () => dispatch({ what: 'passed' }),
    refusals,
    /** Fields of the last refusal. */
    refused: Object.keys(error?.wrongs ?? {}).map(fieldOf),
    /**
     * Questions whose answers the policy rejected, until they are edited: the server's message is shown as it
     * is.
     */
    stops: Object.keys(wrongs).filter((name) => wrongs[name]?.some((wrong) => typeof wrong === 'string')),
    props: { noValidate: true, onSubmit: submit, onKeyDown: keepComposing, onFocus: () => void loadShapes().catch(() => undefined) },
    summary: error && { ...summaryOf(i18n, { error, wrongs, labels, hidden }), place },
  };
}

const loadShapes = () => import('#modules/orders/brief/shapes.ts');

type BriefCheck = { readonly wrongs: FieldFaults; readonly answers?: Answers };

async function check(brief: Brief, offer: Offer, platform: PlatformType | undefined): Promise<BriefCheck> {
  const { briefShape } = await loadShapes();
  const shape = briefShape(offer.fields, platform);
  const answers = parseAnswers(offer.fields, brief.given);
  const wrongs = { ...lineWrongs(brief, offer), ...atTheirLines(validate(shape, answers, ofListOrNumber), brief.given) };
  return Object.keys(wrongs).length > 0 ? { wrongs } : { wrongs, answers: shape.parse(answers) };
}

/** Items, or the value itself; messages about characters are shared by all forms. */
function ofListOrNumber(issue: z.core.$ZodIssue): FieldFault | undefined {
  if (issue.code === 'invalid_type' && (issue.expected === 'int' || issue.expected === 'number')) return { rule: 'field.whole' };
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined;
  if (issue.origin === 'string') return undefined;
  const items = issue.origin === 'array' ? 'Items' : '';
  return issue.code === 'too_small'
    ? { rule: `field.least${items}`, numbers: { minimum: Number(issue.minimum) } }
    : { rule: `field.most${items}`, numbers: { maximum: Number(issue.maximum) } };
}

const sayAll = (i18n: I18n, name: string, list: FieldFaults[string] | undefined): string =>
  (list ?? []).map((wrong) => sayWrong(i18n, briefWords, wrong, fieldOf(name))).join(' ');

function questionErrors(i18n: I18n, wrongs: FieldFaults): ReadonlyMap<string, QuestionErrors> {
  const errors = new Map<string, QuestionErrors>();
  for (const [name, list] of Object.entries(wrongs)) {
    const field = fieldOf(name);
    const { lines, ...rest } = errors.get(field) ?? { lines: {} };
    const text = sayAll(i18n, name, list);
    const line = /\[(\d+)\]/.exec(name)?.[1];
    errors.set(field, line === undefined ? { ...rest, lines, message: text } : { ...rest, lines: { ...lines, [Number(line)]: text } });
  }
  return errors;
}

type SummaryInput = {
  readonly error: FormError;
  readonly wrongs: FieldFaults;
  readonly labels: BriefOptions['labels'];
  readonly hidden: ReadonlySet<string>;
};

/** In form order, each message with its field label, unless it names its field. */
function summaryOf(i18n: I18n, { error, wrongs, labels, hidden }: SummaryInput): Omit<Summary, 'place'> {
  const names = [...labels.keys()];
  const order = (name: string) => names.indexOf(fieldOf(name));
  const { wrongs: all, ...rest } = error;
  const textOf = (name: string) => {
    const text = sayAll(i18n, name, all[name]);
    return all[name]?.every((wrong) => isOfField(briefWords, wrong, fieldOf(name)))
      ? text
      : `${labels.get(fieldOf(name)) ?? name}: ${text}`;
  };
  return {
    ...rest,
    lines: Object.keys(all)
      .sort((a, b) => order(a) - order(b))
      .map((name) => ({
        name,
        id: labels.has(fieldOf(name)) && !hidden.has(fieldOf(name)) ? idOf(name) : undefined,
        text: textOf(name),
        solved: wrongs[name] === undefined || hidden.has(fieldOf(name)),
      })),
  };
}

/** Id of a field or of a line of its list; the first line has the field's id. */
export function idOf(name: string): string {
  const [, field = name, line = '0'] = /^(\w+)\[(\d+)\]$/.exec(name) ?? [];
  return `brief-${field}${line === '0' ? '' : `-${line}`}`;
}

export const labelsOf = (fields: readonly CatalogueField[]): [string, string][] => fields.map(({ name, label }) => [name, label]);
