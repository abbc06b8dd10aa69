// A service of the catalogue as a form. Values that the form does not cover are edited in the file's text.

import { useState } from 'react';
import { builtInLocales, locales, noWords } from '#lib/locale.ts';
import { fillWords } from '#lib/words/fill-words.ts';
import type { Deliverable, ServiceState } from '#modules/catalogue/shapes.ts';
import type { ServiceDraft } from '#modules/catalogue/shapes-desk.ts';
import button from '#ui/styles/button.module.css';
import { ChoiceField, type DeskMutation } from '../../../shared/forms/stateful-form.tsx';
import css from '../../versions/versions.module.css';
import { AddOnsField } from './add-ons.tsx';
import { Items, WholeField, WordsField } from './fields.tsx';
import { OffersField } from './offers.tsx';
import { ProductionFields } from './production.tsx';
import { QuestionsField } from './questions.tsx';

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
] as const;

type Props = {
  readonly service: ServiceDraft;
  readonly onService: (service: ServiceDraft) => void;
  readonly sending: DeskMutation;
  readonly saved: ServiceDraft;
};

export function CatalogueForm({ service, onService, sending, saved }: Props) {
  const set = <Name extends keyof ServiceDraft>(name: Name, value: ServiceDraft[Name]) => onService({ ...service, [name]: value });
  const [offerIds] = useState(() => new Set(saved.offers.map(({ id }) => id)));
  const wrong = Object.keys(sending.failure?.errors ?? {});
  /** True opens the section, so that its errors are visible. */
  const isWrong = (...starts: readonly string[]): boolean => wrong.some((key) => starts.some((start) => key.startsWith(start)));
  const words = (name: 'name' | 'summary' | 'description', label: string, rows: number) => (
    <WordsField {...{ label, name, rows, sending, words: service[name] }} onWords={(value) => set(name, value)} />
  );
  const lines = (name: 'contains' | 'excludes', label: string) => (
    <fieldset className={css.group}>
      <legend>{label}</legend>
      <Items items={service[name]} onItems={(items) => set(name, items)} called="line" make={() => noWords}>
        {(line, index, change) => (
          <WordsField {...{ label: `Line ${index + 1}`, name: `${name}.${index}`, sending, words: line }} onWords={change} />
        )}
      </Items>
    </fieldset>
  );
  const isNew = saved.offers.length === 0;
  return (
    <>
      {isNew ? <CopyLanguage service={service} onService={onService} /> : null}
      <details className={css.part} open>
        <summary>Offers and prices ({service.offers.length})</summary>
        <OffersField offers={service.offers} onOffers={(offers) => set('offers', offers)} sending={sending} saved={offerIds} />
      </details>
      <AddOnsPart {...{ service, onService, sending, saved }} isOpen={isWrong('addOns')} />
      <details
        className={css.part}
        open={isNew || isWrong('name', 'summary', 'description', 'contains', 'excludes', 'sample', 'delivers', 'revisions')}
      >
        <summary>Texts</summary>
        {words('name', 'Name', 1)}
        {words('summary', 'Summary', 3)}
        {words('description', 'Description', 5)}
        {lines('contains', 'Included')}
        {lines('excludes', 'Not included')}
        <WordsField
          {...{ label: 'Sample caption (optional)', name: 'sample.caption', sending, words: service.sample.caption }}
          onWords={(caption) => set('sample', { ...service.sample, caption })}
        />
        <WordsField
          {...{ label: 'Sample (optional)', rows: 5, name: 'sample.text', sending, words: service.sample.text }}
          onWords={(text) => set('sample', { ...service.sample, text })}
        />
        <EnumField
          {...{ label: 'Delivered as', name: 'delivers', sending, value: service.delivers ?? 'article', labels: deliverableLabels }}
          onValue={(value) => set('delivers', value)}
        />
        <WholeField
          {...{ label: 'Revisions per piece', name: 'revisions', sending, value: service.revisions }}
          onNumber={(value) => set('revisions', value ?? Number.NaN)}
        />
      </details>
      <details className={css.part} open={isWrong('fields')}>
        <summary>Brief questions ({service.fields.length})</summary>
        <QuestionsField questions={service.fields} onQuestions={(fields) => set('fields', fields)} {...{ sending, saved }} />
      </details>
      <details className={css.part} open={isWrong(...productionNames)}>
        <summary>How it is made</summary>
        <ProductionFields {...{ service, sending, onService }} />
      </details>
      <details className={css.part} open={isWrong('state', 'position')}>
        <summary>Where it is sold</summary>
        <div className={css.even}>
          <EnumField
            {...{ label: 'Sold', name: 'state', sending, value: service.state ?? 'sold', labels: stateLabels }}
            onValue={(value) => set('state', value)}
          />
          <WholeField
            {...{ label: 'Position', name: 'position', sending, value: service.position }}
            hint="Lower numbers come first in lists."
            onNumber={(value) => set('position', value)}
          />
        </div>
      </details>
    </>
  );
}

function AddOnsPart({ service, onService, sending, saved, isOpen }: Props & { readonly isOpen: boolean }) {
  const [ids] = useState(() => new Set(saved.addOns?.map(({ id }) => id)));
  const { addOns = [], offers } = service;
  return (
    <details className={css.part} open={isOpen}>
      <summary>Add-ons ({addOns.length})</summary>
      <AddOnsField {...{ addOns, offers, sending }} saved={ids} onAddOns={(list) => onService({ ...service, addOns: list })} />
    </details>
  );
}

/** Of a new service: what is written in one language stands in for the others, until it is translated. */
function CopyLanguage({ service, onService }: Pick<Props, 'service' | 'onService'>) {
  return (
    <div className={css.row}>
      <span>Write in one language, then copy it to those that are empty:</span>
      {builtInLocales.map((locale) => (
        <button
          key={locale}
          className={`${button.quiet} ${button.small}`}
          type="button"
          onClick={() => onService(fillWords(service, locale))}
        >
          Copy {locales[locale].name}
        </button>
      ))}
    </div>
  );
}

type EnumProps<Value extends string> = {
  readonly label: string;
  readonly name: string;
  readonly sending: DeskMutation;
  readonly value: Value;
  /** Of each value, in the order of the list. */
  readonly labels: Readonly<Record<Value, string>>;
  readonly onValue: (value: Value | undefined) => void;
};

function EnumField<Value extends string>({ labels, onValue, ...field }: EnumProps<Value>) {
  const values = Object.keys(labels) as Value[];
  return (
    <ChoiceField
      {...field}
      options={values.map((value) => ({ value, label: labels[value] }))}
      onValue={(chosen) => onValue(values.find((each) => each === chosen))}
    />
  );
}
