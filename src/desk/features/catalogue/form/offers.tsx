// Fields for the offers of a service: prices in each currency, quantities and descriptions.
import { noWords } from '#lib/locale.ts';
import type { ServiceDraft } from '#modules/catalogue/shapes-desk.ts';
import { type DeskMutation, DeskTextField } from '../../../shared/forms/stateful-form.tsx';
import css from '../../versions/versions.module.css';
import { type ItemFieldsProps, Items, isNewItem, PriceFields, WholeField, WordsField } from './fields.tsx';

type Offer = ServiceDraft['offers'][number];
type Props = {
  readonly offers: readonly Offer[];
  readonly onOffers: (offers: Offer[]) => void;
  readonly sending: DeskMutation;
  readonly saved: ReadonlySet<string>;
};

const newOffer = (): Offer => ({ id: '', unit: noWords, note: noWords, minQuantity: 1, maxQuantity: 10, prices: {}, pieces: [] });

const newTier = (): NonNullable<Offer['tiers']>[number] => ({ from: Number.NaN, prices: {} });

export function OffersField({ offers, onOffers, sending, saved }: Props) {
  const ids = offers.map(({ id }) => id);
  return (
    <Items items={offers} onItems={onOffers} called="offer" make={newOffer}>
      {(offer, index, change) => (
        <OfferFields item={offer} name={`offers.${index}`} sending={sending} isNew={isNewItem(ids, index, saved)} onItem={change} />
      )}
    </Items>
  );
}

function OfferFields({ item: offer, name, sending, isNew, onItem: onOffer }: ItemFieldsProps<Offer>) {
  const numberField = (key: 'minQuantity' | 'maxQuantity', label: string) => (
    <WholeField
      {...{ label, sending, name: `${name}.${key}`, value: offer[key] }}
      onNumber={(value) => onOffer({ ...offer, [key]: value ?? Number.NaN })}
    />
  );
  return (
    <fieldset className={css.group}>
      <legend>{isNew ? 'New offer' : offer.unit.en || 'Offer'}</legend>
      {isNew ? (
        <DeskTextField
          {...{ label: 'Key', sending, name: `${name}.id`, value: offer.id }}
          hint="Lowercase letters, digits and hyphens. Leave blank to have it numbered. It can’t be changed later."
          onValue={(id) => onOffer({ ...offer, id })}
        />
      ) : null}
      <div className={css.few}>
        <PriceFields label="Price" prices={offer.prices} onPrices={(prices) => onOffer({ ...offer, prices })} {...{ name, sending }} />
        {numberField('minQuantity', 'Min. quantity')}
        {numberField('maxQuantity', 'Max. quantity')}
        <WholeField
          {...{ label: 'Counted as', sending, name: `${name}.count`, value: offer.count }}
          onNumber={(count) => onOffer({ ...offer, count })}
        />
      </div>
      <VolumeFields item={offer} name={name} sending={sending} onItem={onOffer} />
      <label className={css.check}>
        <input
          type="checkbox"
          checked={offer.isInstant === true}
          onChange={({ target }) => onOffer({ ...offer, isInstant: target.checked || undefined })}
        />
        Delivered by its program within a minute
      </label>
      <WordsField label="Unit" name={`${name}.unit`} sending={sending} words={offer.unit} onWords={(unit) => onOffer({ ...offer, unit })} />
      <WordsField label="Note" name={`${name}.note`} sending={sending} words={offer.note} onWords={(note) => onOffer({ ...offer, note })} />
      <Pieces item={offer} name={name} sending={sending} onItem={onOffer} />
    </fieldset>
  );
}

function VolumeFields({ item: offer, name, sending, onItem: onOffer }: Omit<ItemFieldsProps<Offer>, 'isNew'>) {
  return (
    <fieldset className={css.group}>
      <legend>Volume prices</legend>
      <small className="soft">A lower price for each unit from a certain number on. The units before it keep their price.</small>
      <Items
        items={offer.tiers ?? []}
        onItems={(tiers) => onOffer({ ...offer, tiers: tiers.length > 0 ? tiers : undefined })}
        called="volume price"
        make={newTier}
      >
        {(tier, index, change) => (
          <div className={css.few}>
            <WholeField
              {...{
                label: 'From unit',
                sending,
                name: `${name}.tiers.${index}.from`,
                value: Number.isSafeInteger(tier.from) ? tier.from : undefined,
              }}
              onNumber={(from) => change({ ...tier, from: from ?? Number.NaN })}
            />
            <PriceFields
              label="Each"
              name={`${name}.tiers.${index}`}
              prices={tier.prices}
              onPrices={(prices) => change({ ...tier, prices })}
              sending={sending}
            />
          </div>
        )}
      </Items>
    </fieldset>
  );
}

/** Bundles only. */
function Pieces({ item: offer, name, sending, onItem: onOffer }: Omit<ItemFieldsProps<Offer>, 'isNew'>) {
  if (offer.pieces.length === 0) return null;
  return (
    <fieldset className={css.group}>
      <legend>Contents</legend>
      <Items
        items={offer.pieces}
        onItems={(pieces) => onOffer({ ...offer, pieces })}
        called="piece"
        make={() => ({ offer: '', quantity: 1 })}
      >
        {(piece, index, change) => (
          <div className={css.even}>
            <DeskTextField
              {...{ label: 'Offer', sending, name: `${name}.pieces.${index}.offer`, value: piece.offer }}
              onValue={(text) => change({ ...piece, offer: text })}
            />
            <WholeField
              {...{ label: 'Quantity', sending, name: `${name}.pieces.${index}.quantity`, value: piece.quantity }}
              onNumber={(quantity) => change({ ...piece, quantity: quantity ?? Number.NaN })}
            />
          </div>
        )}
      </Items>
    </fieldset>
  );
}
