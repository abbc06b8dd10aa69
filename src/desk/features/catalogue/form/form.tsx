// A service of the catalogue as a form. Values that the form does not cover are edited in the file's text.

import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { builtInLocales, locales, noWords } from '#lib/locale.ts';
import { fillWords } from '#lib/words/fill-words.ts';
import { makeHyphenatedKey } from '#lib/words/make-key.ts';
import type { ServiceDraft } from '#modules/catalogue/desk-shapes.ts';
import type { Deliverable, ServiceState } from '#modules/catalogue/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { ChoiceField, useField, useHasErrors, WholeField } from '../../../shared/forms/fields.tsx';
import { Fold } from '../../../shared/forms/fold.tsx';
import css from '../../versions/versions.module.css';
import { AddOnsField } from './add-ons.tsx';
import { Items, MadeKeyField, WordsField } from './fields.tsx';
import { OffersField } from './offers.tsx';
import { ProductionFields } from './production.tsx';
import { QuestionsField } from './questions.tsx';
import { StagesField } from './stages.tsx';

const stateLabels: Readonly<Record<ServiceState, string>> = {
  sold: 'In all lists',
  hidden: 'By its link only',
  archived: 'Not sold',
};
const deliverableLabels: Readonly<Record<Deliverable, string>> = {
  article: 'Text',
  posts: 'Posts with a calendar',
  phrases: 'Phrases',
  hashtags: 'Hashtag sets',
  files: 'Files',
};

const productionNames = [
  'kind',
  'maker',
  'madeBy',
  'tools',
  'turnaround',
  'icon',
  'countedIn',
  'quantityFrom',
  'instructions',
  'platforms',
  'deliveredFiles',
  'approval',
] as const;

const textNames = ['name', 'summary', 'description', 'contains', 'excludes', 'sample', 'delivers', 'revisions'] as const;

const prefixWithService = (names: readonly string[]): string[] => names.map((name) => `service.${name}`);

const toOptions = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Messages of the file's reader are about the service: "offers.0.unit.en" is "service.offers.0.unit.en". */
export const toFieldName = (path: string): string => (/^(service\.|slug$|text$)/.test(path) ? path : `service.${path}`);

/** `saved`: as it is live. */
export function CatalogueForm({ saved }: { readonly saved: ServiceDraft }) {
  const { kind, offers, addOns = [], stages = [], fields }: ServiceDraft = useWatch({ name: 'service' });
  const [offerIds] = useState(() => new Set(saved.offers.map(({ id }) => id)));
  const [addOnIds] = useState(() => new Set(saved.addOns?.map(({ id }) => id)));
  const [stageIds] = useState(() => new Set(saved.stages?.map(({ id }) => id)));
  const hasErrors = useHasErrors();
  const isNew = saved.offers.length === 0;
  return (
    <>
      {isNew ? <CopyLanguage /> : null}
      <Fold className={css.part} isOpen={isNew || hasErrors(...prefixWithService(textNames))}>
        <summary>Texts</summary>
        <WordsField label="Name" name="service.name" />
        {isNew ? (
          <MadeKeyField
            label="Address"
            name="slug"
            hint="Made from the name: lowercase letters, digits and hyphens. It can’t be changed later."
            from="service.name"
            make={makeHyphenatedKey}
          />
        ) : null}
        <WordsField label="Summary" name="service.summary" rows={3} />
        <WordsField label="Description" name="service.description" rows={5} />
        <LinesField label="Included" name="service.contains" />
        <LinesField label="Not included" name="service.excludes" />
        <WordsField label="Sample caption (optional)" name="service.sample.caption" />
        <WordsField label="Sample (optional)" name="service.sample.text" rows={5} />
        <ChoiceField
          label="Delivered as"
          name="service.delivers"
          options={toOptions(deliverableLabels)}
          format={(value: string) => value || 'article'}
        />
        <WholeField label="Revisions per piece" name="service.revisions" />
      </Fold>
      <details className={css.part} open>
        <summary>Offers and prices ({offers.length})</summary>
        <OffersField saved={offerIds} />
      </details>
      <Fold className={css.part} isOpen={hasErrors('service.addOns')}>
        <summary>Add-ons ({addOns.length})</summary>
        <AddOnsField saved={addOnIds} />
      </Fold>
      <Fold className={css.part} isOpen={hasErrors('service.fields')}>
        <summary>Brief questions ({fields.length})</summary>
        <QuestionsField saved={saved} />
      </Fold>
      <Fold className={css.part} isOpen={hasErrors(...prefixWithService(productionNames))}>
        <summary>How it is made</summary>
        <ProductionFields />
      </Fold>
      {kind === 'bundle' ? null : (
        <Fold className={css.part} isOpen={hasErrors('service.stages')}>
          <summary>Stages ({stages.length})</summary>
          <StagesField saved={stageIds} />
        </Fold>
      )}
      <Fold className={css.part} isOpen={hasErrors('service.state', 'service.position')}>
        <summary>Where it is sold</summary>
        <div className={css.even}>
          <ChoiceField label="Sold" name="service.state" options={toOptions(stateLabels)} format={(value: string) => value || 'sold'} />
          <WholeField label="Position" name="service.position" hint="Lower numbers come first in lists." isOptional />
        </div>
      </Fold>
    </>
  );
}

const LinesField = ({ label, name }: { readonly label: string; readonly name: string }) => (
  <fieldset className={css.group}>
    <legend>{label}</legend>
    <Items name={name} called="line" make={() => noWords}>
      {(line, _, index) => <WordsField label={`Line ${index + 1}`} name={line} />}
    </Items>
  </fieldset>
);

/** Of a new service: what is written in one language stands in for the others, until it is translated. */
function CopyLanguage() {
  const { value: service, change } = useField<ServiceDraft>('service');
  return (
    <div className={css.row}>
      <span>Write in one language, then copy it to those that are empty:</span>
      {builtInLocales.map((locale) => (
        <Button key={locale} text={`Copy ${locales[locale].name}`} small onClick={() => change(fillWords(service, locale))} />
      ))}
    </div>
  );
}
