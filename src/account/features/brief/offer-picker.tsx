// Chooses offer, quantity and platform of a service.
import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import type { Offer, PlatformType } from '#modules/catalogue/shapes.ts';
import { formatPlatform } from '#ui/catalogue/platform-label.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import fields from '#ui/forms/field.module.css';
import { Field } from '#ui/forms/field.tsx';
import { usePage } from '#ui/page/context.ts';
import { clampQuantity, needsPlatform, parseWholeNumber } from './brief.ts';
import { getFieldId, type QuestionErrors } from './brief-errors.ts';
import css from './offer-picker.module.css';
import { Radios } from './questions/choice-question.tsx';
import '#ui/styles/controls.css';

const VolumePrices = createLazyPart(() => import('./volume-prices.tsx').then(({ VolumePrices }) => VolumePrices));

type PickPart = (part: 'offerId' | 'platform' | 'quantity', value: string) => void;

type OffersProps = {
  readonly offers: readonly Offer[];
  readonly chosen: string;
  readonly money: (amount: number) => string;
  readonly pick: PickPart;
};

const Packs = memo(({ offers, chosen, money, pick }: OffersProps) => (
  <fieldset className={css.part}>
    <legend>
      <Trans>What would you like?</Trans>
    </legend>
    <div className={css.packs}>
      {offers.map(({ id, unit, note, unitPrice, interval }) => (
        <label key={id} className={css.pack}>
          <input type="radio" name="offerId" value={id} checked={id === chosen} onChange={() => pick('offerId', id)} />
          <b>{unit}</b>
          <small>{note}</small>
          <span className={css.price}>
            {money(unitPrice)}
            {interval === 'month' ? (
              <small>
                {' '}
                <Trans>per month</Trans>
              </small>
            ) : null}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
));

type QuantityProps = {
  readonly offer: Offer;
  readonly value: string;
  readonly errors: QuestionErrors | undefined;
  readonly pick: PickPart;
};

/** Number field with buttons to increase and decrease. */
const Quantity = memo(({ offer, value, errors, pick }: QuantityProps) => {
  const { t } = useLingui();
  const count = parseWholeNumber(value);
  const step = (by: number) => pick('quantity', String(clampQuantity(typeof count === 'number' ? count + by : offer.minQuantity, offer)));
  const [least, most] = [String(offer.minQuantity), String(offer.maxQuantity)];
  const isNear = typeof count !== 'number' || count < offer.minQuantity || count >= offer.maxQuantity;
  const field = { id: getFieldId('quantity'), name: 'quantity', error: errors?.message };
  const content = (
    <span className={fields.meter} id={`${field.id}-meter`}>
      {t`From ${least} to ${most}`}
    </span>
  );
  return (
    <div className={css.quantity}>
      <Field field={field} label={t`Quantity`} foot={isNear ? { id: `${field.id}-meter`, content } : undefined}>
        {(tied) => (
          <div className={css.steps}>
            <button type="button" aria-label={t`One less`} onClick={() => step(-1)}>
              −
            </button>
            <input
              {...tied}
              className={fields.input}
              inputMode="numeric"
              autoComplete="off"
              value={value}
              onChange={(event) => pick('quantity', event.target.value)}
            />
            <button type="button" aria-label={t`One more`} onClick={() => step(1)}>
              +
            </button>
          </div>
        )}
      </Field>
    </div>
  );
});

/** Calculated from the text, so it is not asked. */
const CountedQuantity = ({ quantity }: { quantity: string }) => (
  <p className={css.counted}>
    <Trans>Priced per 1,000 words, rounded up. Your text: {quantity} × 1,000 words.</Trans>
  </p>
);

type PlatformProps = {
  readonly offer: Offer;
  readonly platforms: readonly PlatformType[];
  readonly value: string;
  readonly errors: QuestionErrors | undefined;
  readonly pick: PickPart;
};

export const PlatformChoice = memo(({ offer, platforms, value, errors, pick }: PlatformProps) => {
  const { locale } = usePage();
  const options = platforms
    .filter(({ platform }) => offer.platforms.includes(platform))
    .map((each) => ({ value: String(each.platform), name: formatPlatform(each, locale) }));
  const change = (next: string) => pick('platform', next);
  return (
    <div className={css.place}>
      <Radios
        field={{ id: getFieldId('platform'), name: 'platform', value, error: errors?.message, change }}
        label={<Trans>Where will it be read?</Trans>}
        options={options}
      />
    </div>
  );
});

type ChoicesProps = Pick<OffersProps, 'money' | 'pick'> & {
  readonly offers: readonly Offer[];
  readonly offer: Offer;
  /** The quantity follows from the text. */
  readonly counts: boolean;
  readonly quantity: string;
  readonly platform: string;
  readonly platforms: readonly PlatformType[];
  readonly errors: ReadonlyMap<string, QuestionErrors>;
};

/** What is ordered, and how much of it. */
export const OfferChoices = ({ offers, offer, counts, quantity, platform, platforms, errors, money, pick }: ChoicesProps) => (
  <>
    {offers.length > 1 ? <Packs offers={offers} chosen={offer.id} money={money} pick={pick} /> : null}
    {offer.maxQuantity > 1 && !counts ? <Quantity offer={offer} value={quantity} errors={errors.get('quantity')} pick={pick} /> : null}
    {counts ? <CountedQuantity quantity={quantity} /> : null}
    {offer.tiers ? <VolumePrices offer={offer} /> : null}
    {needsPlatform(offer) ? (
      <PlatformChoice offer={offer} platforms={platforms} value={platform} errors={errors.get('platform')} pick={pick} />
    ) : null}
  </>
);
