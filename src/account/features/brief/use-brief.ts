// The form of a brief: a draft on every input, and checked when it is added to the cart. Only the edited
// field renders.
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useMemo, useState } from 'react';
import { type ResolverResult, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { CatalogueField, Offer, PlatformType } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { ApiError, apiErrorMessages, NETWORK_ERROR, toApiError } from '#ui/api/api-error.ts';
import { formatError, type RuleWords } from '#ui/forms/form-messages.ts';
import { type RuleError, type RuleErrors, validate } from '#ui/forms/form-validation.ts';
import { type ApiForm, type FormDraft, SERVER_ERROR, useApiForm } from '#ui/forms/use-api-form.ts';
import { keepComposing } from '../../shared/use-account-form.ts';
import {
  type Brief,
  type BriefAnswer,
  type DraftAnswers,
  findLineErrors,
  listHiddenQuestions,
  mapErrorsToLines,
  parseAnswers,
} from './brief.ts';
import { findField, findPath, groupErrors, listErrors, listLines, type NamedError, nestErrors } from './brief-errors.ts';

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

/** `isOfPart`: of some questions only, before the whole brief is sent. */
type Failed = { readonly error: ApiError; readonly errors: readonly NamedError[]; readonly isOfPart: boolean };

type BriefOptions<A> = {
  readonly first: () => Brief;
  readonly findOffer: (offerId: string) => Offer;
  readonly platforms: readonly PlatformType[];
  /** Labels of the questions, in form order. */
  readonly labels: ReadonlyMap<string, string>;
  readonly draft: FormDraft<Brief>;
  /** Submits a valid brief. Throws an ApiError whose errors have the names of the questions. */
  readonly send: (brief: Brief, answers: Answers) => Promise<A>;
  readonly onDone: (answer: A) => unknown;
};

export function useBrief<A>({ first, findOffer, platforms, labels, draft, send, onDone }: BriefOptions<A>) {
  const { i18n } = useLingui();
  const [values] = useState(first);
  const [failed, setFailed] = useState<Failed>();

  const check = (brief: Brief) => checkBrief(brief, findOffer(brief.offerId), findPlatform(platforms, brief));
  const findErrors = async (brief: Brief): Promise<readonly NamedError[]> =>
    // If the rules could not be loaded, the brief is checked when it is sent.
    check(brief).then(
      ({ errors }) => nameErrors(i18n, errors),
      () => [],
    );
  const fail = (error: ApiError, errors: readonly NamedError[], isOfPart = false) => setFailed({ error, errors, isOfPart });

  const form = useApiForm<Brief, A, ApiError>({
    values,
    draft,
    afterwards: 'saved',
    resolver: async (brief) => ({ values: brief, errors: nestErrors(await findErrors(brief), brief) }) as ResolverResult<Brief>,
    onInvalid: (errors) => fail(createInvalidError(), listErrors(errors)),
    async send(brief) {
      const { answers } = await check(brief).catch(() => {
        throw toApiError(NETWORK_ERROR, '');
      });
      if (!answers) throw createInvalidError();
      return send(brief, answers);
    },
    readError: (cause) => (cause instanceof ApiError ? cause : undefined),
    fieldAt: findPath,
    onError: (error) => fail(error, listServerErrors(error)),
    onDone(answer) {
      setFailed(undefined);
      return onDone(answer);
    },
  });
  const brief = useWatch({ control: form.control }) as Brief;
  const { errors: nested, isSubmitting } = form.formState;
  const named = useMemo(() => listErrors(nested), [nested]);
  const errors = useMemo(() => groupErrors(named), [named]);
  const hiddenNames = listHiddenQuestions(findOffer(brief.offerId), brief.given).join(' ');
  // The same set until it changes, so that the advice does not render on every input.
  const hidden: ReadonlySet<string> = useMemo(() => new Set(hiddenNames.split(' ')), [hiddenNames]);

  const leave = () => {
    if (!failed?.isOfPart) return;
    setFailed(undefined);
    form.clearErrors();
  };

  /** Checks some fields. */
  async function pass(fields: readonly string[]): Promise<boolean> {
    const found = (await findErrors(form.getValues())).filter(({ name }) => fields.includes(findField(name)));
    if (found.length === 0) {
      leave();
      return true;
    }
    form.clearErrors();
    for (const { name, ...error } of found) form.setError(findPath(name), error);
    fail(createInvalidError(), found, true);
    return false;
  }

  return {
    brief,
    errors,
    hidden,
    ...useAnswers(form),
    busy: isSubmitting,
    pass,
    leave,
    /** The last error and its fields. */
    failed: failed && { error: failed.error, fields: failed.errors.map(({ name }) => findField(name)) },
    /** Questions whose answers the policy rejected, until they are edited. */
    stops: named.flatMap(({ name, type }) => (type === SERVER_ERROR ? [findField(name)] : [])),
    props: { noValidate: true, onSubmit: form.submit, onKeyDown: keepComposing, onFocus: () => void loadShapes().catch(() => undefined) },
    summary: failed && { error: failed.error, lines: listLines(failed.errors, { words: briefWords, labels, hidden, named }) },
  };
}

/** Stable functions, so that only what is edited renders. Editing a field clears its error. */
function useAnswers({ setValue, getValues, clearErrors }: ApiForm<Brief>) {
  const pick = useCallback(
    (part: LinePart, value: string) => {
      clearErrors(part);
      setValue(part, value);
    },
    [clearErrors, setValue],
  );
  const give: SetAnswer = useCallback(
    (name, next) => {
      const path = findPath(name);
      clearErrors(path);
      setValue(path, typeof next === 'function' ? next((getValues(path) ?? '') as BriefAnswer) : next);
    },
    [clearErrors, setValue, getValues],
  );
  /** Only answers that were not changed meanwhile. */
  const swap = useCallback(
    (was: DraftAnswers, is: DraftAnswers) => {
      const same = (name: string) => JSON.stringify(getValues(findPath(name))) === JSON.stringify(was[name]);
      for (const [name, answer] of Object.entries(is)) if (same(name)) give(name, answer);
    },
    [getValues, give],
  );
  return { pick, give, swap };
}

const createInvalidError = (): ApiError => new ApiError(400, apiErrorMessages.invalid);

const nameErrors = (i18n: I18n, errors: RuleErrors): readonly NamedError[] =>
  Object.entries(errors).map(([name, error]) => ({
    ...{ name, type: error.rule, message: formatError(i18n, briefWords, error, findField(name)) },
  }));

const listServerErrors = ({ errors: { '': _, ...fields } }: ApiError): readonly NamedError[] =>
  Object.entries(fields).map(([name, texts]) => ({ name, type: SERVER_ERROR, message: texts.join(' ') }));

const findPlatform = (platforms: readonly PlatformType[], { platform }: Brief) =>
  platforms.find((each) => String(each.platform) === platform);

const loadShapes = () => import('#modules/orders/brief/shapes.ts');

type BriefCheck = { readonly errors: RuleErrors; readonly answers?: Answers };

async function checkBrief(brief: Brief, offer: Offer, platform: PlatformType | undefined): Promise<BriefCheck> {
  const { createBriefShape: briefShape } = await loadShapes();
  const shape = briefShape(offer.fields, platform);
  const answers = parseAnswers(offer.fields, brief.given);
  const errors = { ...findLineErrors(brief, offer), ...mapErrorsToLines(validate(shape, answers, findListOrNumberRule), brief.given) };
  return Object.keys(errors).length > 0 ? { errors } : { errors, answers: shape.parse(answers) };
}

/** Items, or the value itself; messages about characters are shared by all forms. */
function findListOrNumberRule(issue: z.core.$ZodIssue): RuleError | undefined {
  if (issue.code === 'invalid_type' && (issue.expected === 'int' || issue.expected === 'number')) return { rule: 'field.whole' };
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined;
  if (issue.origin === 'string') return undefined;
  const items = issue.origin === 'array' ? 'Items' : '';
  return issue.code === 'too_small'
    ? { rule: `field.least${items}`, numbers: { minimum: Number(issue.minimum) } }
    : { rule: `field.most${items}`, numbers: { maximum: Number(issue.maximum) } };
}

export const listLabels = (fields: readonly CatalogueField[]): [string, string][] => fields.map(({ name, label }) => [name, label]);
