// Fields for the add-ons of a service: prices in each currency, how each is charged, and the offers that have
// it.
import { noWords } from '#lib/locale.ts';
import type { AddOnCharge } from '#modules/catalogue/add-ons/shapes.ts';
import type { ServiceDraft } from '#modules/catalogue/shapes-desk.ts';
import forms from '../../../shared/forms/form.module.css';
import { ChoiceField, type DeskMutation, DeskTextField } from '../../../shared/forms/stateful-form.tsx';
import css from '../../versions/versions.module.css';
import { type ItemFieldsProps, Items, isNewItem, PriceFields, WholeField, WordsField } from './fields.tsx';

type AddOn = NonNullable<ServiceDraft['addOns']>[number];
type Offers = ServiceDraft['offers'];
type Props = {
  readonly addOns: readonly AddOn[];
  readonly offers: Offers;
  readonly onAddOns: (addOns: AddOn[]) => void;
  readonly sending: DeskMutation;
  readonly saved: ReadonlySet<string>;
};

const chargeLabels: Readonly<Record<AddOnCharge, string>> = {
  once: 'Once',
  perUnit: 'For each unit ordered',
  counted: 'As often as the customer chooses',
  percent: 'A percentage of the order without add-ons',
};
const charges = Object.keys(chargeLabels) as AddOnCharge[];

const newAddOn = (): AddOn => ({ id: '', name: noWords, description: noWords, charged: 'once', prices: {} });

export function AddOnsField({ addOns, offers, onAddOns, sending, saved }: Props) {
  const ids = addOns.map(({ id }) => id);
  return (
    <>
      <small className="soft">
        Extras that a customer may add to an order of this service, each at a fixed price or a percentage. Coupons apply to them too; the
        surcharge of a platform does not. Add-ons of a monthly service are charged every month.
      </small>
      <Items items={addOns} onItems={onAddOns} called="add-on" make={newAddOn}>
        {(addOn, index, change) => (
          <AddOnFields
            item={addOn}
            name={`addOns.${index}`}
            sending={sending}
            isNew={isNewItem(ids, index, saved)}
            onItem={change}
            offers={offers}
          />
        )}
      </Items>
    </>
  );
}

function AddOnFields({ item: addOn, name, sending, isNew, onItem: onAddOn, offers }: ItemFieldsProps<AddOn> & { readonly offers: Offers }) {
  const setCharge = (charged: AddOnCharge) => {
    const { maxQuantity = 10, percent = 20, prices = {}, ...rest } = addOn;
    if (charged === 'percent') return onAddOn({ ...rest, charged, percent });
    return onAddOn({ ...rest, charged, prices, ...(charged === 'counted' ? { maxQuantity } : {}) });
  };
  return (
    <fieldset className={css.group}>
      <legend>{isNew ? 'New add-on' : addOn.name.en || 'Add-on'}</legend>
      {isNew ? (
        <DeskTextField
          {...{ label: 'Key', sending, name: `${name}.id`, value: addOn.id }}
          hint="Lowercase letters, digits and hyphens. Leave blank to have it numbered. It can’t be changed later."
          onValue={(id) => onAddOn({ ...addOn, id })}
        />
      ) : null}
      {addOn.charged === 'percent' ? null : (
        <div className={css.few}>
          <PriceFields
            label="Price"
            prices={addOn.prices ?? {}}
            onPrices={(prices) => onAddOn({ ...addOn, prices })}
            {...{ name, sending }}
          />
        </div>
      )}
      <div className={css.even}>
        <ChoiceField
          {...{ label: 'Charged', name: `${name}.charged`, sending, value: addOn.charged }}
          options={charges.map((value) => ({ value, label: chargeLabels[value] }))}
          onValue={(value) => setCharge(charges.find((each) => each === value) ?? 'once')}
        />
        {addOn.charged === 'percent' ? (
          <WholeField
            {...{ label: 'Percent', sending, name: `${name}.percent`, value: addOn.percent }}
            onNumber={(percent) => onAddOn({ ...addOn, percent })}
          />
        ) : null}
        {addOn.charged === 'counted' ? (
          <WholeField
            {...{ label: 'Max. per order', sending, name: `${name}.maxQuantity`, value: addOn.maxQuantity }}
            onNumber={(maxQuantity) => onAddOn({ ...addOn, maxQuantity })}
          />
        ) : null}
      </div>
      <WordsField
        label="Name"
        name={`${name}.name`}
        sending={sending}
        words={addOn.name}
        onWords={(words) => onAddOn({ ...addOn, name: words })}
      />
      <WordsField
        label="Description (optional)"
        name={`${name}.description`}
        sending={sending}
        words={addOn.description ?? noWords}
        onWords={(description) => onAddOn({ ...addOn, description })}
      />
      <OffersOf {...{ addOn, name, sending, offers, onAddOn }} />
    </fieldset>
  );
}

type OffersProps = {
  readonly addOn: AddOn;
  readonly name: string;
  readonly sending: DeskMutation;
  readonly offers: Offers;
  readonly onAddOn: (addOn: AddOn) => void;
};

/**
 * All offers, also later ones, or some of those that have a key. An offer that was removed is still shown, so
 * that its error has a place.
 */
function OffersOf({ addOn, name, sending, offers, onAddOn }: OffersProps) {
  const { offers: only, ...ofAll } = addOn;
  const keyed = offers.filter(({ id }) => id !== '');
  if (keyed.length < 2 && !only) return null;
  const wrong = Object.entries(sending.failure?.errors ?? {}).flatMap(([key, texts]) => (key.startsWith(`${name}.offers`) ? texts : []));
  const lost = (only ?? []).filter((id) => !keyed.some((offer) => offer.id === id));
  const all = [
    ...keyed.map(({ id, unit }) => ({ id, label: unit.en ? `${unit.en} (${id})` : id })),
    ...lost.map((id) => ({ id, label: id })),
  ];
  return (
    <>
      <ChoiceField
        {...{ label: 'Offered with', name: `${name}.offers`, sending, value: only ? 'some' : 'all' }}
        options={[
          { value: 'all', label: 'All offers' },
          { value: 'some', label: 'Some offers' },
        ]}
        onValue={(value) => onAddOn(value === 'all' ? ofAll : { ...addOn, offers: keyed.map(({ id }) => id) })}
      />
      {only ? (
        <fieldset className={css.answers} aria-describedby={wrong.length > 0 ? `${name}-offers-wrong` : undefined}>
          <legend>Offers that have it</legend>
          <div className={css.even}>
            {all.map(({ id, label }) => (
              <label key={id} className={css.row}>
                <input
                  type="checkbox"
                  checked={only.includes(id)}
                  aria-invalid={wrong.length > 0 ? true : undefined}
                  onChange={({ target }) =>
                    onAddOn({
                      ...addOn,
                      offers: all.flatMap((each) => ((each.id === id ? target.checked : only.includes(each.id)) ? [each.id] : [])),
                    })
                  }
                />
                {label}
              </label>
            ))}
          </div>
          {wrong.length > 0 ? (
            <strong id={`${name}-offers-wrong`} className={forms.wrong}>
              {wrong.join(' ')}
            </strong>
          ) : null}
        </fieldset>
      ) : null}
    </>
  );
}
