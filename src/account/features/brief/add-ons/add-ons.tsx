// The extras of an offer: ticked, or counted with a number field. The summary shows what they add to the
// price.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { AddOn } from '#modules/catalogue/add-ons/shapes.ts';
import type { Offer } from '#modules/catalogue/shapes.ts';
import { showPercent } from '#ui/catalogue/platform-label.ts';
import field from '#ui/forms/field.module.css';
import { useMoney, usePage } from '#ui/page/context.ts';
import { addOnKey, type DraftAnswers, parseWholeNumber } from '../brief.ts';
import form from '../brief-form.module.css';
import picker from '../offer-picker.module.css';
import type { SetAnswer } from '../use-brief.ts';
import css from './add-ons.module.css';
import '#ui/styles/controls.css';

type Props = { readonly offer: Offer; readonly answers: DraftAnswers; readonly give: SetAnswer };

export const AddOns = ({ offer, answers, give }: Props) => (
  <fieldset className={form.part}>
    <legend>
      <Trans>Add-ons</Trans>
    </legend>
    <div className={css.list}>
      {(offer.addOns ?? []).map((addOn) => {
        const props = { addOn, offer, quantity: Number(answers[addOnKey(addOn.id)] ?? 0) };
        const set = (quantity: number) => give(addOnKey(addOn.id), quantity > 0 ? String(quantity) : '');
        return addOn.charged === 'counted' ? (
          <CountedAddOn key={addOn.id} {...props} set={set} />
        ) : (
          <TickedAddOn key={addOn.id} {...props} set={set} />
        );
      })}
    </div>
  </fieldset>
);

type AddOnProps = {
  readonly addOn: AddOn;
  readonly offer: Offer;
  readonly quantity: number;
  readonly set: (quantity: number) => void;
};

function TickedAddOn({ addOn, offer, quantity, set }: AddOnProps) {
  return (
    <label className={css.addOn} data-chosen={quantity > 0 ? '' : undefined}>
      <input type="checkbox" name={addOn.id} checked={quantity > 0} onChange={({ target }) => set(target.checked ? 1 : 0)} />
      <AddOnWords addOn={addOn} offer={offer} />
    </label>
  );
}

/** A number outside the limits can be typed but is not stored. */
function CountedAddOn({ addOn, offer, quantity, set }: AddOnProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string>();
  const { id, name } = addOn;
  const most = String(addOn.maxQuantity);
  const fits = (count: unknown): count is number => typeof count === 'number' && count >= 0 && count <= addOn.maxQuantity;
  const type = (text: string) => {
    setTyped(text);
    const count = parseWholeNumber(text === '' ? '0' : text);
    if (fits(count)) set(count);
  };
  const step = (by: 1 | -1, label: string) => (
    <button
      type="button"
      aria-label={label}
      aria-disabled={!fits(quantity + by) || undefined}
      onClick={() => fits(quantity + by) && set(quantity + by)}
    >
      {by === 1 ? '+' : '−'}
    </button>
  );
  return (
    <div className={css.addOn} data-chosen={quantity > 0 ? '' : undefined}>
      <AddOnWords addOn={addOn} offer={offer} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend. */}
      <div className={`${picker.steps} ${css.count}`} role="group" aria-label={name}>
        {step(-1, t`One less`)}
        <input
          className={field.input}
          name={id}
          inputMode="numeric"
          autoComplete="off"
          aria-label={t`How many, up to ${most}`}
          value={typed ?? quantity}
          onChange={({ target }) => type(target.value)}
          onBlur={() => setTyped(undefined)}
        />
        {step(1, t`One more`)}
      </div>
    </div>
  );
}

function AddOnWords({
  addOn: { name, description, unitPrice, percent, charged },
  offer: { interval },
}: Pick<AddOnProps, 'addOn' | 'offer'>) {
  const { t } = useLingui();
  const money = useMoney();
  const { locale } = usePage();
  const price = percent === undefined ? money(unitPrice) : showPercent(percent, locale);
  return (
    <>
      <span className={css.words}>
        <b>{name}</b>
        {description ? <small>{description}</small> : null}
      </span>
      <span className={css.price}>
        +{price}
        {charged === 'perUnit' ? <small>{t`for each unit`}</small> : null}
        {charged === 'counted' ? <small>{t`each`}</small> : null}
        {percent === undefined ? null : <small>{t`of the price without add-ons`}</small>}
        {interval === 'month' ? <small>{t`per month`}</small> : null}
      </span>
    </>
  );
}
