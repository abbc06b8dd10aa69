// A service of the catalogue as a form. Values that the form does not cover are edited in the file's text.
import { useState } from 'react';
import { deliverables, serviceStates } from '../../../../modules/catalogue/shapes.ts';
import type { ServiceDraft } from '../../../../modules/catalogue/shapes-desk.ts';
import { ChoiceField, type DeskMutation } from '../../../shared/forms/form.tsx';
import css from '../../versions/versions.module.css';
import { Items, noWords, WholeField, WordsField } from './fields.tsx';
import { OffersField } from './offers.tsx';
import { QuestionsField } from './questions.tsx';

const stateLabels: Readonly<Record<(typeof serviceStates)[number], string>> = {
  sold: 'In all lists',
  hidden: 'By its link only',
  archived: 'Not sold',
};
const deliverableLabels: Readonly<Record<(typeof deliverables)[number], string>> = {
  article: 'Text',
  posts: 'Posts with a calendar',
  phrases: 'Phrases',
  hashtags: 'Hashtag sets',
};
const deliverableOptions = deliverables.map((value) => ({ value, label: deliverableLabels[value] }));
const stateOptions = serviceStates.map((value) => ({ value, label: stateLabels[value] }));

type Props = {
  readonly service: ServiceDraft;
  readonly onService: (service: ServiceDraft) => void;
  readonly sending: DeskMutation;
  readonly saved: ServiceDraft;
};

export function CatalogueForm({ service, onService, sending, saved }: Props) {
  const set = <Name extends keyof ServiceDraft>(name: Name, value: ServiceDraft[Name]) => onService({ ...service, [name]: value });
  const [offerIds] = useState(() => new Set(saved.offers.map(({ id }) => id)));
  const [names] = useState(() => new Set(saved.fields.map(({ name }) => name)));
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
  return (
    <>
      <details className={css.part} open>
        <summary>Offers and prices ({service.offers.length})</summary>
        <OffersField offers={service.offers} onOffers={(offers) => set('offers', offers)} sending={sending} saved={offerIds} />
      </details>
      <details
        className={css.part}
        open={isWrong('name', 'summary', 'description', 'contains', 'excludes', 'sample', 'delivers', 'revisions')}
      >
        <summary>Texts</summary>
        {words('name', 'Name', 1)}
        {words('summary', 'Summary', 3)}
        {words('description', 'Description', 5)}
        {lines('contains', 'Included')}
        {lines('excludes', 'Not included')}
        <WordsField
          {...{ label: 'Sample caption', name: 'sample.caption', sending, words: service.sample.caption }}
          onWords={(caption) => set('sample', { ...service.sample, caption })}
        />
        <WordsField
          {...{ label: 'Sample', rows: 5, name: 'sample.text', sending, words: service.sample.text }}
          onWords={(text) => set('sample', { ...service.sample, text })}
        />
        <DeliverableField service={service} sending={sending} onValue={(value) => set('delivers', value)} />
        <WholeField
          {...{ label: 'Revisions per piece', name: 'revisions', sending, value: service.revisions }}
          onNumber={(value) => set('revisions', value ?? Number.NaN)}
        />
      </details>
      <details className={css.part} open={isWrong('fields')}>
        <summary>Brief questions ({service.fields.length})</summary>
        <QuestionsField questions={service.fields} onQuestions={(fields) => set('fields', fields)} sending={sending} saved={names} />
      </details>
      <details className={css.part} open={isWrong('state', 'position')}>
        <summary>Where it is sold</summary>
        <div className={css.even}>
          <ChoiceField
            {...{ label: 'Sold', name: 'state', sending, value: service.state ?? 'sold', options: stateOptions }}
            onValue={(value) =>
              set(
                'state',
                serviceStates.find((each) => each === value),
              )
            }
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

type DeliverableProps = Pick<Props, 'service' | 'sending'> & { readonly onValue: (value: ServiceDraft['delivers']) => void };

const DeliverableField = ({ service, sending, onValue }: DeliverableProps) => (
  <ChoiceField
    {...{ label: 'Delivered as', name: 'delivers', sending, value: service.delivers ?? 'article', options: deliverableOptions }}
    onValue={(value) => onValue(deliverables.find((each) => each === value))}
  />
);
