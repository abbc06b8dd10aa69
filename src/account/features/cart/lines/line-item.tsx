// One cart line: service, quantity, platform, a summary of its brief, and its actions.

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { groupUnitsByPrice, MAX_LINES, priceOfAddOns } from '#lib/money/price.ts';
import { formatNameWithQuantity } from '#modules/catalogue/add-ons/rules.ts';
import type { CatalogueField, OfferPiece, Prices } from '#modules/catalogue/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import type { ApiError } from '#ui/api/api-error.ts';
import { type CartLine, type CartWriteResult, changeLine, duplicateLine } from '#ui/browser/cart-store.ts';
import { showPercent } from '#ui/catalogue/platform-label.ts';
import { Glyph } from '#ui/catalogue/service-icon.tsx';
import { ServiceName } from '#ui/catalogue/service-name.tsx';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { findExistingPath } from '#ui/navigation/nav-links.ts';
import { useMoney, usePage } from '#ui/page/context.ts';
import type { CartData } from '#ui/page/data.ts';
import { href } from '../../../../pages.ts';
import { AnswerList, useShownAnswers } from '../../brief/brief-answers.tsx';
import { getStoredFileName } from '../../brief/files/stored-file.ts';
import { type CartLineCheck, computeTotal } from './check-lines.ts';
import css from './line-item.module.css';

export type NamedLine = {
  readonly each: CartLineCheck;
  readonly service: CartData['services'][number] | undefined;
  /** The policy check was undecided, so work starts after an editor has read the brief. */
  readonly review: boolean;
  /** Of the coupon, or the client's own. */
  readonly discount: number;
  readonly isOwn: boolean;
  /** Why the coupon does not apply to it. */
  readonly why: string | null;
};

type Props = NamedLine & {
  readonly index: number;
  readonly prices: Pick<Prices, 'offers' | 'platformTypes'>;
  readonly services: CartData['services'];
  readonly refused: ApiError | undefined;
  readonly remove: () => void;
};

/** Why a change could not be stored. */
export const writeErrors: Readonly<Record<Exclude<CartWriteResult, 'kept'>, MessageDescriptor>> = {
  full: msg`Your cart is full: you can order up to ${MAX_LINES} items at once.`,
  noRoom: msg`Your browser’s storage is full, so this wasn’t saved. Your cart hasn’t changed.`,
};

const LineChanges = createLazyPart(() => import('./line-notice.tsx').then(({ LineChanges }) => LineChanges));

export function LineItem({ index, each, service, review, discount, isOwn, why, prices, services, refused, remove }: Props) {
  const { t, i18n } = useLingui();
  const { locale } = usePage();
  const money = useMoney();
  const { stored, offer, line } = each;
  const name = service?.name ?? stored.offerId;
  const [result, setResult] = useState<CartWriteResult>('kept');
  const change = (more: Partial<CartLine>) => setResult(changeLine({ index, line: stored }, { ...line, ...more }));
  const errors = listLineErrors(refused, index);
  const platform = prices.platformTypes.find((type) => type.platform === line.platform);
  return (
    <li className={css.line} data-gone={offer ? undefined : ''}>
      <div className={css.head}>
        {service ? <Glyph icon={service.icon} /> : null}
        <div>
          <h3 id={`cart-line-${index}`} tabIndex={-1}>
            <ServiceName name={name} />
          </h3>
          <p className={css.what}>
            {offer?.unit}
            {platform && offer ? ` · ${platform.name}` : null}
            {offer?.interval === 'month' ? (
              <>
                {' · '}
                <Trans>every month</Trans>
              </>
            ) : null}
          </p>
        </div>
        {offer ? (
          <p className={css.cost}>
            <b>{money(computeTotal(each))}</b>
            {line.quantity > 1 || each.surchargePercent > 0 || each.addOns.length > 0 ? (
              <small>
                {groupUnitsByPrice({ ...offer, quantity: line.quantity })
                  .map(({ count, unitPrice }) => `${count} × ${money(unitPrice)}`)
                  .join(' + ')}
                {each.surchargePercent > 0 ? ` + ${showPercent(each.surchargePercent, locale)}` : null}
              </small>
            ) : null}
            {discount > 0 ? (
              <small className={css.discount}>{isOwn ? t`Your discount: −${money(discount)}` : t`Coupon: −${money(discount)}`}</small>
            ) : null}
          </p>
        ) : null}
        {offer && offer.pieces.length > 1 ? <Pieces pieces={offer.pieces} services={services} offers={prices.offers} /> : null}
        {offer?.eachUnitIsPiece ? (
          <p className={css.note}>
            <BriefedLater count={line.quantity} />
          </p>
        ) : null}
        {each.addOns.map((addOn) => (
          <p key={addOn.id} className={css.note}>
            + {formatNameWithQuantity(addOn)} · {money(priceOfAddOns([addOn]))}
          </p>
        ))}
        {why ? <p className={css.note}>{why}</p> : null}
        {review ? <HeldNote /> : null}
      </div>
      <div role="status">
        {each.words.length > 0 || each.open || errors.length > 0 ? (
          <LineChanges index={index} each={each} name={name} platforms={prices.platformTypes} errors={errors} change={change} />
        ) : null}
        {result === 'kept' ? null : <p className={css.wrong}>{i18n._(writeErrors[result])}</p>}
      </div>
      <div className={css.foot}>
        <LineBrief fields={offer?.fields ?? []} answers={{ ...line.answers, ...listFileNames(line) }} />
        {offer ? <Quantity name={name} value={line.quantity} least={offer.minQuantity} most={offer.maxQuantity} change={change} /> : null}
        <Acts {...{ index, each, name, remove, setResult }} slug={offer && service?.slug} />
      </div>
    </li>
  );
}

type PiecesProps = Pick<Props, 'services'> & Pick<Prices, 'offers'> & { readonly pieces: readonly OfferPiece[] };

/** Equal pieces as one; a piece is briefed after payment. */
function Pieces({ pieces, services, offers }: PiecesProps) {
  const { t } = useLingui();
  const all = Map.groupBy(pieces, ({ offerId }) => offerId);
  const names = [...all.values()].flatMap(([piece, ...others]) => {
    if (!piece) return [];
    const own = offers.find(({ id }) => id === piece.offerId);
    const service = services.find(({ serviceType }) => serviceType === own?.serviceType)?.name ?? '';
    const { unit } = piece;
    const name = t({ message: `${service} (${unit})`, comment: 'A piece of a bundle: its service and its size' });
    const count = others.length + 1;
    return [count > 1 ? `${count} × ${name}` : name];
  });
  return (
    <div className={css.note}>
      <p>{names.join(' · ')}</p>
      <p>
        <BriefedLater count={pieces.length} />
      </p>
    </div>
  );
}

const BriefedLater = ({ count }: { readonly count: number }) => (
  <Plural value={count} one="You brief it after payment." other="You brief each of the # pieces after payment." />
);

const HeldNote = () => (
  <p className={css.note}>
    <Trans>We’ll read this brief before work begins.</Trans>
  </p>
);

/** File ids mean nothing to customers. */
const listFileNames = ({ answers, files = {} }: CartLine): Record<string, string[]> =>
  Object.fromEntries(Object.entries(files).flatMap(([field, list]) => (answers[field] ? [[field, list.map(getStoredFileName)]] : [])));

/** Server errors of this line: their keys start with the key of the line. */
function listLineErrors(refused: ApiError | undefined, index: number): (readonly [string, readonly string[]])[] {
  const line = `orderFormData[${index}]`;
  return Object.entries(refused?.errors ?? {}).flatMap(([name, texts]) =>
    name === line || name.startsWith(`${line}.`) ? [[name.slice(line.length), texts] as const] : [],
  );
}

type ActsProps = Pick<Props, 'index' | 'each' | 'remove'> & {
  readonly name: string;
  readonly slug: string | undefined;
  readonly setResult: (result: CartWriteResult) => void;
};

function Acts({ index, each: { stored, offer }, name, slug, remove, setResult }: ActsProps) {
  const { t } = useLingui();
  const edit = slug && findExistingPath(`${href('services')}/${slug}` as `/${string}`);
  const duplicate = () => {
    const done = duplicateLine({ index, line: stored });
    setResult(done);
    if (done === 'kept') showToast({ text: t`Added once more.` });
  };
  return (
    <div className={css.acts}>
      {edit ? <ButtonLink text={t`Edit`} look="link" href={`${edit}?line=${index}`} aria-label={t`Edit ${name}`} /> : null}
      {offer ? <Button text={t`Duplicate`} look="link" aria-label={t`Duplicate ${name}`} onClick={duplicate} /> : null}
      <Button text={t`Remove`} look="link" aria-label={t`Remove ${name}`} onClick={remove} />
    </div>
  );
}

type QuantityProps = {
  readonly name: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly change: (more: Partial<CartLine>) => void;
};

/** An invalid number can be typed but is not stored. */
function Quantity({ name, value, least, most, change }: QuantityProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string>();
  const fits = (quantity: number) => Number.isInteger(quantity) && quantity >= least && quantity <= most;
  const set = (quantity: number) => fits(quantity) && quantity !== value && change({ quantity });
  const type = (text: string) => {
    setTyped(text);
    if (/^\d+$/.test(text.normalize('NFKC').trim())) set(Number(text.normalize('NFKC')));
  };
  if (least === most) return null;
  const step = (by: 1 | -1, label: string) => (
    <button type="button" aria-label={label} aria-disabled={!fits(value + by) || undefined} onClick={() => set(value + by)}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={by === 1 ? 'M2 6h8M6 2v8' : 'M2 6h8'} />
      </svg>
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend.
    <div className={css.stepper} role="group" aria-label={t`Quantity of ${name}`}>
      {step(-1, t`One less`)}
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={t`Quantity, from ${least} to ${most}`}
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />
      {step(1, t`One more`)}
    </div>
  );
}

/** The answers of a line's brief, on demand. */
function LineBrief({ fields, answers }: { fields: readonly CatalogueField[]; answers: Answers }) {
  const { t } = useLingui();
  const shown = useShownAnswers({ fields, answers });
  if (shown.length === 0) return null;
  return (
    <details className={css.brief}>
      <summary>{t`Show brief`}</summary>
      <AnswerList answers={shown} />
    </details>
  );
}
