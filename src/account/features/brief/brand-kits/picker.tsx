// Brand kit controls of a brief: fill the brand answers from a kit, undo that, and save the answers as a kit.

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { normalizeBrandName } from '#modules/accounts/rules.ts';
import type { BrandKit } from '#modules/accounts/shapes.ts';
import type { Offer } from '#modules/catalogue/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import field from '#ui/forms/field.module.css';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { brandKitsQuery } from '../../../api/queries.ts';
import { type DraftAnswers, isAnswered } from '../brief.ts';
import { useShownAnswers } from '../brief-answers.tsx';
import { getFieldId } from '../brief-errors.ts';
import fold from '../brief-fold.module.css';
import { Fold, type FoldedQuestions } from '../brief-fold.tsx';
import { listKnownFields, readKitAnswers, selectBrandAnswers, toKit } from './brand-kit.ts';
import css from './picker.module.css';

type Kits = readonly BrandKit[];

export type KitProps = {
  readonly offer: Offer;
  readonly answers: DraftAnswers;
  /** Absent until loaded. */
  readonly kits: Kits | undefined;
  readonly setKits: (kits: Kits) => void;
  /** Replaces the answers that are still unchanged. */
  readonly swap: (was: DraftAnswers, is: DraftAnswers) => void;
  /** Names of the questions that a kit has answered. Absent where they are not folded. */
  readonly known?: readonly string[];
  readonly setKnown?: (names: readonly string[]) => void;
};

export function KitChoice(props: KitProps) {
  const { offer, answers, kits, setKits, swap, known = [], setKnown } = props;
  const { t } = useLingui();
  const id = useId();
  const [chosen, setChosen] = useState('');
  const { data, error, isFetching, refetch } = useQuery(brandKitsQuery);
  useEffect(() => {
    if (data) setKits(data);
  }, [data, setKits]);
  useRemembered(props);
  if (!kits && error)
    return (
      <p className={css.failed}>
        <Trans>Your brand kits couldn’t be loaded.</Trans>
        <Button text={t`Try again`} look="link" busy={isFetching} onClick={() => void refetch()} />
      </p>
    );
  if (!kits) return null;
  const kit = kits.find((each) => each.id === chosen) ?? kits[0];
  if (!kit)
    return (
      <div className={css.tip}>
        <b>{t`Brand kit`}</b>
        <p>{t`Save these answers as a brand kit below, and we’ll prefill your next order.`}</p>
      </div>
    );
  if (known.length > 0 && kits.length === 1) return null;
  const fill = () => {
    const [was, is] = [selectBrandAnswers(answers, offer), readKitAnswers(kit, offer)];
    swap(was, is);
    setKnown?.(listKnownFields(kit, is, offer));
    const undo = () => {
      swap(is, was);
      setKnown?.(known);
    };
    showToast({ text: t`Brand details filled in.`, act: { label: t`Undo`, run: undo } });
  };
  return (
    <div className={css.kits}>
      <label htmlFor={id}>{t`Start from a brand kit`}</label>
      <div className={css.row}>
        <select id={id} className={field.input} value={kit.id} onChange={(event) => setChosen(event.target.value)}>
          {kits.map((each) => (
            <option key={each.id} value={each.id}>
              {each.brandName}
            </option>
          ))}
        </select>
        <Button text={t`Fill in`} onClick={fill} />
      </div>
    </div>
  );
}

/**
 * When the kits are here: an empty brief is filled in from the only one, and the answers of a kit are folded.
 * If the focus is in the form, nothing is filled in or folded: the customer would lose the field.
 */
function useRemembered({ offer, answers, kits, swap, setKnown }: KitProps): void {
  const onKits = useEffectEvent(() => {
    if (!kits || !setKnown || document.activeElement?.closest('form')) return;
    const fitting = kits.map((each) => listKnownFields(each, answers, offer)).find((names) => names.includes('brandName'));
    const [only, another] = kits;
    if (fitting) setKnown(fitting);
    else if (only && !another) {
      const [was, is] = [selectBrandAnswers(answers, offer), readKitAnswers(only, offer)];
      if (Object.values(was).some(isAnswered)) return;
      swap(was, is);
      setKnown(listKnownFields(only, is, offer));
    }
  });
  const hasKits = kits !== undefined;
  useEffect(() => {
    if (hasKits) onKits();
  }, [hasKits]);
}

/** The first answers of a kit stand for all of them: the name of the brand, its language and its tone. */
const SHOWN = 3;

export function KnownBrand({ questions, answers, hasErrors, draw }: FoldedQuestions) {
  const { t } = useLingui();
  const known = questions.filter(({ name }) => isAnswered(answers[name]));
  const given = Object.fromEntries(known.map(({ name }) => [name, answers[name] ?? '']));
  const shown = useShownAnswers({ fields: questions, answers: given }).slice(0, SHOWN);
  return (
    <Fold
      className={fold.brand}
      hasErrors={hasErrors}
      summary={
        <>
          <span>
            <b>{t`We remember your brand`}</b>
            <small>
              <bdi>{shown.map(({ text }) => text).join(' · ')}</bdi>
            </small>
            <small>
              <Plural value={known.length} one="# answer is filled in." other="# answers are filled in." />
            </small>
          </span>
          <span className={fold.change}>{t`Change`}</span>
        </>
      }
    >
      {questions.map(draw)}
    </Fold>
  );
}

export function KitSave({ offer, answers, kits = [], setKits }: KitProps) {
  const { t, i18n } = useLingui();
  const saving = useMutation(ApiError);
  const [unnamed, setUnnamed] = useState(false);
  const kit = toKit(answers, offer);
  const older = kits.find((each) => normalizeBrandName(each.brandName) === normalizeBrandName(kit.brandName.trim()));
  const findLabel = (name: string) => offer.fields.find((each) => each.name === name.split('[')[0])?.label;
  const save = (sent: Pick<BrandKit, 'brandName'>) =>
    saving.run(async () => setKits(await call('POST /api/Accounts/save-brand-kit', sent)));
  const failures = saving.failure ? listErrors(saving.failure, findLabel, (general) => i18n._(general)) : [];
  const errors = unnamed ? [t`Enter your brand name. The kit is named after it.`] : failures;
  async function saveKit(): Promise<void> {
    const isUnnamed = kit.brandName.trim() === '';
    setUnnamed(isUnnamed);
    if (isUnnamed) {
      document.getElementById(getFieldId('brandName'))?.focus();
      return;
    }
    if (!(await save(kit))) return;
    if (older) showToast({ text: t`Brand kit updated.`, act: { label: t`Undo`, run: () => void save(older) } });
    else showToast({ text: t`Brand kit saved. You can use it in your next order.` });
  }
  return (
    <div className={css.save}>
      <Button text={older ? t`Update brand kit` : t`Save as brand kit`} busy={saving.busy} onClick={() => void saveKit()} />
      <div role="alert">
        {errors.map((error) => (
          <p key={error} className={field.error}>
            {error}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Validation errors, each with its question. */
function listErrors(
  { general, errors }: ApiError,
  findLabel: (name: string) => string | undefined,
  say: (general: Exclude<ApiError['general'], string>) => string,
): string[] {
  const { '': ofForm, ...ofFields } = errors;
  const named = Object.entries(ofFields).map(([name, texts]) => [findLabel(name), texts.join(' ')].filter(Boolean).join(': '));
  if (named.length > 0) return [...new Set(named)];
  return ofForm ? [...ofForm] : [typeof general === 'string' ? general : say(general)];
}
