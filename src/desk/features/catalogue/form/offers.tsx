// Fields for the offers of a service: prices in each currency, quantities and descriptions.
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { noWords } from '#lib/locale.ts';
import type { ServiceDraft } from '#modules/catalogue/desk-shapes.ts';
import { deskQuery } from '../../../shared/api/queries.ts';
import { CheckField, CheckList, TextField, WholeField } from '../../../shared/forms/fields.tsx';
import css from '../../versions/versions.module.css';
import { Items, isNewItem, KeyField, PriceFields, TurnaroundField, WordsField } from './fields.tsx';
import { PlanFields } from './plan.tsx';

const COMMON_FILE = 'common.yaml';

type Offer = ServiceDraft['offers'][number];
const createOffer = (): Offer => ({ id: '', unit: noWords, note: noWords, minQuantity: 1, maxQuantity: 10, prices: {}, pieces: [] });

const createTier = (): NonNullable<Offer['tiers']>[number] => ({ from: Number.NaN, prices: {} });

/** `saved`: the keys that are fixed. */
export function OffersField({ saved }: { readonly saved: ReadonlySet<string> }) {
  const offers: readonly Offer[] = useWatch({ name: 'service.offers' });
  const ids = offers.map(({ id }) => id);
  return (
    <Items<Offer> name="service.offers" called="offer" make={createOffer}>
      {(name, offer, index) => <OfferFields name={name} offer={offer} isNew={isNewItem(ids, index, saved)} />}
    </Items>
  );
}

type OfferProps = { readonly name: string; readonly offer: Offer; readonly isNew: boolean };

const OfferFields = ({ name, offer, isNew }: OfferProps) => (
  <fieldset className={css.group}>
    <legend>{isNew ? 'New offer' : offer.unit.en || 'Offer'}</legend>
    {isNew ? <KeyField name={`${name}.id`} /> : null}
    <div className={css.few}>
      <PriceFields label="Price" name={name} />
      <WholeField label="Min. quantity" name={`${name}.minQuantity`} />
      <WholeField label="Max. quantity" name={`${name}.maxQuantity`} />
      <WholeField label="Counted as" name={`${name}.count`} isOptional />
    </div>
    <fieldset className={css.group}>
      <legend>Volume prices</legend>
      <small className="soft">A lower price for each unit from a certain number on. The units before it keep their price.</small>
      <Items name={`${name}.tiers`} called="volume price" make={createTier} isOptional>
        {(tier) => (
          <div className={css.few}>
            <WholeField label="From unit" name={`${tier}.from`} />
            <PriceFields label="Each" name={tier} />
          </div>
        )}
      </Items>
    </fieldset>
    <CheckField name={`${name}.isInstant`} className={css.check} isOptional>
      Delivered by its program within a minute
    </CheckField>
    <CheckField name={`${name}.eachUnitIsPiece`} className={css.check} isOptional>
      Each unit is a piece of its own, with its brief, date and delivery
    </CheckField>
    <TurnaroundField name={`${name}.turnaround`} usual="48 hours" />
    <PlanFields name={`${name}.plan`} />
    <WordsField label="Unit" name={`${name}.unit`} />
    <WordsField label="Note" name={`${name}.note`} />
    <CommonQuestions name={`${name}.asks`} />
    {offer.pieces.length === 0 ? null : <Pieces name={`${name}.pieces`} />}
  </fieldset>
);

/** An offer that leaves none out does not name them, so that it also asks those that are added later. */
function CommonQuestions({ name }: { readonly name: string }) {
  const { data } = useQuery(deskQuery('GET /api/catalogue/file', { file: COMMON_FILE }));
  const options = data?.common ?? [];
  if (options.length === 0) return null;
  const usual = options.map(({ value }) => value);
  return <CheckList {...{ name, options, usual }} legend="Common questions" className={css.group} boxes={css.even} box={css.row} />;
}

/** Bundles only. */
const Pieces = ({ name }: { readonly name: string }) => (
  <fieldset className={css.group}>
    <legend>Contents</legend>
    <Items name={name} called="piece" make={() => ({ offer: '', quantity: 1 })}>
      {(piece) => (
        <div className={css.even}>
          <TextField label="Offer" name={`${piece}.offer`} />
          <WholeField label="Quantity" name={`${piece}.quantity`} />
        </div>
      )}
    </Items>
  </fieldset>
);
