// Asks consumers with a right of withdrawal when work starts: two equal answers, each with its date. As long
// as the country is not chosen, everyone is asked: no date is promised before there is an answer.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { findLongest, standardTurnaround, type Turnaround } from '#lib/time/turnaround.ts';
import { findRush } from '#modules/catalogue/promise/rules.ts';
import { computeExpectedBeforePayment } from '#modules/orders/expected/rules.ts';
import { workStartsAt } from '#modules/orders/withdrawal-period/rules.ts';
import { TurnaroundText } from '#ui/catalogue/turnaround-text.tsx';
import fields from '#ui/forms/field.module.css';
import type { FormField } from '#ui/forms/field.tsx';
import { Space } from '#ui/i18n/space.tsx';
import { usePage } from '#ui/page/context.ts';
import { DayText } from '../../../shared/date-time.tsx';
import type { NamedLine } from '../lines/line-item.tsx';
import css from './payment-method.module.css';
import start from './start-of-work.module.css';
import '#ui/styles/controls.css';

/** As in the form; '' if nothing is chosen. */
export type StartChoice = '' | 'now' | 'wait';

/** Who has the right, from the server. */
export type WithdrawalScope = { readonly countries: readonly string[]; readonly business: boolean };

export const hasChoice = ({ countries, business }: WithdrawalScope, country: string): boolean => !business && countries.includes(country);

/** Undefined: it depends on the country, which is not chosen yet. */
export const findKnownChoice = (scope: WithdrawalScope, country: string): boolean | undefined =>
  country === '' && !scope.business && scope.countries.length > 0 ? undefined : hasChoice(scope, country);

/**
 * `right`: whether there is a choice; undefined while the country that decides it is not known. The dates
 * assume payment now.
 */
export type Starting = { readonly right: boolean | undefined; readonly choice: StartChoice; readonly named: readonly NamedLine[] };

const toStart = (choice: StartChoice) => ({ startNow: choice === 'now', hasRight: true });

/**
 * Kinds of work in the cart: by editors, with a date; automatic reports; and bundles, which wait for briefs.
 */
function describeKinds(named: readonly NamedLine[]) {
  const offers = named.flatMap(({ each }) => (each.offer ? [{ ...each.offer, turnaround: toOrdered(each) }] : []));
  const later = offers.filter(({ pieces, eachUnitIsPiece }) => pieces.length > 1 || eachUnitIsPiece);
  return {
    isInstant: offers.every((offer) => offer.isInstant === true),
    hasInstant: offers.some((offer) => offer.isInstant),
    turnaround: findLongest(offers.map(({ turnaround }) => turnaround)),
    /** Their clocks start with the brief of each piece. */
    hasBundle: later.length > 0,
    /** No date is known before the briefs are sent. */
    areBundles: offers.length > 0 && later.length === offers.length,
  };
}

const toOrdered = ({ offer, stored }: NamedLine['each']): Turnaround =>
  (offer && (findRush(offer, stored.addOns) ?? offer.turnaround)) ?? standardTurnaround;

function useDates(named: readonly NamedLine[], choice: StartChoice) {
  const [now] = useState(() => new Date());
  const { shell } = usePage();
  const { isInstant, turnaround } = describeKinds(named);
  return {
    from: workStartsAt(now, toStart(choice), isInstant).toISOString(),
    by: computeExpectedBeforePayment(now, toStart(choice), { isInstant, turnaround }, shell.calendar).expectedAt.toISOString(),
  };
}

type Props = {
  readonly field: FormField<StartChoice>;
  readonly named: readonly NamedLine[];
  /** Whether the country is chosen, which decides whether there are 14 days. */
  readonly isKnown: boolean;
};

export function StartFields({ field, named, isKnown }: Props) {
  const { t } = useLingui();
  const { error, id } = field;
  return (
    <fieldset className={css.ways} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{t`When work starts`}</legend>
      <Choice field={field} value="now" id={id}>
        <Now named={named} />
      </Choice>
      <Choice field={field} value="wait" id={`${id}-wait`}>
        <Wait named={named} />
      </Choice>
      {error ? (
        <p className={fields.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      <p className={start.note}>
        {isKnown ? null : (
          <>
            <Trans>Whether you have 14 days to withdraw depends on your country. Without them, work starts when you pay.</Trans>
            <Space />
          </>
        )}
        <Trans>Dates assume that you pay today.</Trans> <Kinds named={named} />
      </p>
    </fieldset>
  );
}

type StartChoiceProps = Pick<Props, 'field'> & { readonly value: 'now' | 'wait'; readonly id: string; readonly children: ReactNode };

const Choice = ({ field: { name, value: chosen, error, change }, value, id, children }: StartChoiceProps) => (
  <label className={css.way} htmlFor={id}>
    <input
      {...{ id, name, value }}
      type="radio"
      required
      checked={chosen === value}
      aria-invalid={error ? true : undefined}
      onChange={() => change(value)}
    />
    <span>{children}</span>
  </label>
);

function Now({ named }: Pick<Props, 'named'>) {
  const { by } = useDates(named, 'now');
  const { isInstant, areBundles, turnaround } = describeKinds(named);
  return (
    <>
      {isInstant ? (
        <Trans>
          <b>Start now:</b> ready within a minute of payment.
        </Trans>
      ) : areBundles ? (
        <Trans>
          <b>Start now:</b> each piece expected <TurnaroundText turnaround={turnaround} /> after you send its brief.
        </Trans>
      ) : (
        <Trans>
          <b>Start now:</b> expected by <DayText iso={by} />.
        </Trans>
      )}
      <Space />
      <Trans>
        I agree that work begins before my 14 days to withdraw are over. If I withdraw, I pay for what’s delivered by then; once everything
        is delivered, I can no longer withdraw.
      </Trans>
    </>
  );
}

function Wait({ named }: Pick<Props, 'named'>) {
  const { from, by } = useDates(named, 'wait');
  return (
    <Trans>
      <b>Wait until my 14 days are over:</b> work starts on <DayText iso={from} />, expected by <DayText iso={by} />.
    </Trans>
  );
}

/** Exceptions from the cart's common date. */
function Kinds({ named }: Pick<Props, 'named'>) {
  const { isInstant, hasInstant, hasBundle, areBundles } = describeKinds(named);
  return (
    <>
      {hasBundle && !areBundles ? <Trans>For pieces that you brief after payment, the time starts with each brief.</Trans> : null}
      <Space />
      {hasInstant && !isInstant ? <Trans>An automatic report is ready within a minute of the start.</Trans> : null}
    </>
  );
}

/** For the review before the order. */
export function StartReview({ right, choice, named }: Starting) {
  const { from, by } = useDates(named, right ? choice : 'now');
  const { isInstant, areBundles, turnaround } = describeKinds(named);
  if (right !== false && choice === '') return <Trans>Choose above when work starts.</Trans>;
  if (right === undefined) return <Trans>Choose your country above: it decides when work can start.</Trans>;
  if (areBundles && !(right && choice === 'wait'))
    return (
      <Trans>
        Each piece is expected <TurnaroundText turnaround={turnaround} /> after you send its brief.
      </Trans>
    );
  return (
    <>
      {right && choice === 'wait' ? (
        <Trans>
          Expected by <DayText iso={by} />: work starts on <DayText iso={from} />, when your 14 days to withdraw are over.
        </Trans>
      ) : isInstant ? (
        <Trans>Ready within a minute of payment.</Trans>
      ) : (
        <Trans>
          Expected by <DayText iso={by} />, <TurnaroundText turnaround={turnaround} /> from payment. This is an estimate.
        </Trans>
      )}
      <Space />
      <Kinds named={named} />
    </>
  );
}
