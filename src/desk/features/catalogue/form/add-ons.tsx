// Fields for the add-ons of a service: prices in each currency, how each is charged, and the offers that have
// it.
import { useWatch } from 'react-hook-form';
import { noWords } from '#lib/locale.ts';
import type { AddOnCharge } from '#modules/catalogue/add-ons/shapes.ts';
import type { ServiceDraft } from '#modules/catalogue/desk-shapes.ts';
import { CheckList, ChoiceField, useField, WholeField } from '../../../shared/forms/fields.tsx';
import css from '../../versions/versions.module.css';
import { Items, isNewItem, KeyField, PriceFields, TurnaroundField, WordsField } from './fields.tsx';

type AddOn = NonNullable<ServiceDraft['addOns']>[number];
const chargeLabels: Readonly<Record<AddOnCharge, string>> = {
  once: 'Once',
  perUnit: 'For each unit ordered',
  counted: 'As often as the customer chooses',
  percent: 'A percentage of the order without add-ons',
};
const charges = Object.keys(chargeLabels) as AddOnCharge[];

const createAddOn = (): AddOn => ({ id: '', name: noWords, description: noWords, charged: 'once', prices: {} });

/** A text of a field has to have every language. */
export const withDescriptions = (service: ServiceDraft): ServiceDraft => ({
  ...service,
  addOns: service.addOns?.map((addOn) => ({ ...addOn, description: { ...noWords, ...addOn.description } })),
});

/** `saved`: the keys that are fixed. */
export function AddOnsField({ saved }: { readonly saved: ReadonlySet<string> }) {
  const addOns: readonly AddOn[] | undefined = useWatch({ name: 'service.addOns' });
  const ids = (addOns ?? []).map(({ id }) => id);
  return (
    <>
      <small className="soft">
        Extras that a customer may add to an order of this service, each at a fixed price or a percentage. Coupons apply to them too; the
        surcharge of a platform does not. Add-ons of a monthly service are charged every month.
      </small>
      <Items name="service.addOns" called="add-on" make={createAddOn}>
        {(name, _, index) => <AddOnFields name={name} isNew={isNewItem(ids, index, saved)} />}
      </Items>
    </>
  );
}

function AddOnFields({ name, isNew }: { readonly name: string; readonly isNew: boolean }) {
  const { value: addOn, change } = useField<AddOn>(name);
  const setCharge = (charged: AddOnCharge) => {
    const { maxQuantity = 10, percent = 20, prices = {}, ...rest } = addOn;
    if (charged === 'percent') return change({ ...rest, charged, percent });
    return change({ ...rest, charged, prices, ...(charged === 'counted' ? { maxQuantity } : {}) });
  };
  return (
    <fieldset className={css.group}>
      <legend>{isNew ? 'New add-on' : addOn.name.en || 'Add-on'}</legend>
      {isNew ? <KeyField name={`${name}.id`} /> : null}
      {addOn.charged === 'percent' ? null : (
        <div className={css.few}>
          <PriceFields label="Price" name={name} />
        </div>
      )}
      <div className={css.even}>
        <ChoiceField
          label="Charged"
          name={`${name}.charged`}
          options={charges.map((value) => ({ value, label: chargeLabels[value] }))}
          onValue={(value) => setCharge(value as AddOnCharge)}
        />
        {addOn.charged === 'percent' ? <WholeField label="Percent" name={`${name}.percent`} isOptional /> : null}
        {addOn.charged === 'counted' ? <WholeField label="Max. per order" name={`${name}.maxQuantity`} isOptional /> : null}
      </div>
      <TurnaroundField name={`${name}.turnaround`} usual="That of the offer" />
      <WordsField label="Name" name={`${name}.name`} />
      <WordsField label="Description (optional)" name={`${name}.description`} />
      <OfferChoice name={`${name}.offers`} />
    </fieldset>
  );
}

/**
 * All offers, also later ones, or some of those that have a key. An offer that was removed is still shown, so
 * that its error has a place.
 */
function OfferChoice({ name }: { readonly name: string }) {
  const { value: only, change } = useField<readonly string[] | undefined>(name);
  const offers: ServiceDraft['offers'] = useWatch({ name: 'service.offers' });
  const keyed = offers.filter(({ id }) => id !== '');
  if (keyed.length < 2 && !only) return null;
  const lost = (only ?? []).filter((id) => !keyed.some((offer) => offer.id === id));
  const options = [
    ...keyed.map(({ id, unit }) => ({ value: id, label: unit.en ? `${unit.en} (${id})` : id })),
    ...lost.map((id) => ({ value: id, label: id })),
  ];
  return (
    <>
      <ChoiceField
        label="Offered with"
        name={name}
        options={[
          { value: 'all', label: 'All offers' },
          { value: 'some', label: 'Some offers' },
        ]}
        format={() => (only ? 'some' : 'all')}
        onValue={(value) => change(value === 'all' ? undefined : keyed.map(({ id }) => id))}
      />
      {only ? (
        <CheckList name={name} legend="Offers that have it" className={css.answers} options={options} boxes={css.even} box={css.row} />
      ) : null}
    </>
  );
}
