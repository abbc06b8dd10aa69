// The fields of the home page: its title for search engines, and its blocks.

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { noWords } from '#lib/locale.ts';
import { singleBlocks } from '#lib/rendering.ts';
import type { ContentDetails, ContentTexts } from '#modules/content/shapes-pages.ts';
import { Button } from '#ui/display/button.tsx';
import { ChoiceField, FieldError, useField } from '../../shared/forms/fields.tsx';
import input from '../../shared/forms/form.module.css';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { useDeskLabels } from '../../shared/values/words.ts';
import { useFormLanguage, WordsInput } from '../versions/language-form.tsx';
import css from './content.module.css';
import { SortableField } from './sortable-list.tsx';

type Block = ContentTexts['home']['blocks'][number];
type Kind = Block['kind'];
type Samples = ContentDetails['samples'];

const kinds: Readonly<Record<Kind, { readonly label: string; readonly about: string }>> = {
  hero: { label: 'Introduction', about: 'The headline is the tagline of the brand. Beside it an example of an order.' },
  services: { label: 'Services', about: 'Every single service in the lists of the catalog, with its price.' },
  samples: { label: 'Samples', about: 'What is delivered, by up to three services.' },
  how: { label: 'How it works', about: 'The steps of an order. They are the same in every shop.' },
  points: { label: 'Points', about: 'A title and some short texts side by side; two to four look best.' },
  bundles: { label: 'Bundles', about: 'Every bundle in the lists of the catalog.' },
  questions: { label: 'Questions', about: 'The four questions that are marked for the home page.' },
};

const newBlocks: Readonly<Record<Kind, Block>> = {
  hero: { kind: 'hero', eyebrow: noWords, lead: noWords, facts: [] },
  services: { kind: 'services', title: noWords },
  samples: { kind: 'samples', services: [] },
  how: { kind: 'how' },
  points: {
    kind: 'points',
    title: noWords,
    points: [
      { title: noWords, text: noWords },
      { title: noWords, text: noWords },
    ],
  },
  bundles: { kind: 'bundles' },
  questions: { kind: 'questions' },
};

export function HomeFields({ samples }: { readonly samples: Samples }) {
  const locale = useFormLanguage();
  const blocks: readonly Block[] = useWatch({ name: 'text.blocks' });
  return (
    <>
      <Panel title="Blocks">
        <PanelNote>In the order of the page.</PanelNote>
        <FieldError name="text.blocks" />
        <SortableField<Block>
          name="text.blocks"
          called="block"
          getTitle={(block, index) => `${index + 1}. ${kinds[block.kind].label}`}
          getAside={(block) => ('title' in block ? block.title[locale] || block.title.en : '')}
          isFolded
          add={(add) => <AddBlock blocks={blocks} add={add} />}
        >
          {(name, { kind }) => (
            <>
              <PanelNote>{kinds[kind].about}</PanelNote>
              <FieldError name={`${name}.kind`} />
              <BlockFields kind={kind} name={name} samples={samples} />
            </>
          )}
        </SortableField>
      </Panel>
      <Panel title="For search engines">
        <WordsInput label="Title" name="text.title" />
        <WordsInput label="Description" name="text.description" rows={3} />
      </Panel>
    </>
  );
}

function AddBlock({ blocks, add }: { readonly blocks: readonly Block[]; readonly add: (block: Block) => void }) {
  const free = (Object.keys(kinds) as Kind[]).filter((kind) => !(singleBlocks.has(kind) && blocks.some((block) => block.kind === kind)));
  const [chosen, setChosen] = useState<Kind>('points');
  const kind = free.includes(chosen) ? chosen : (free[0] ?? 'points');
  return (
    <>
      <label className={input.field}>
        <span>New block</span>
        <select className={input.input} value={kind} onChange={({ target }) => setChosen(target.value as Kind)}>
          {free.map((each) => (
            <option key={each} value={each}>
              {kinds[each].label}
            </option>
          ))}
        </select>
      </label>
      <Button text="Add block" onClick={() => add(newBlocks[kind])} />
    </>
  );
}

type BlockProps = { readonly name: string };
type BlockFieldsProps = BlockProps & { readonly kind: Kind; readonly samples: Samples };

function BlockFields({ kind, name, samples }: BlockFieldsProps) {
  switch (kind) {
    case 'hero':
      return <HeroFields name={name} />;
    case 'services':
      return <WordsInput name={`${name}.title`} label="Title" />;
    case 'samples':
      return <SampleFields name={`${name}.services`} samples={samples} />;
    case 'points':
      return <PointFields name={name} />;
    default:
      return null;
  }
}

function HeroFields({ name }: BlockProps) {
  const { all, offer } = useDeskLabels();
  const offers = (all?.offers ?? []).map(({ id }) => ({ value: id, label: offer({ offerId: id, quantity: 1, title: null }) }));
  return (
    <>
      <p>
        <Link to="/brand">Edit the tagline</Link>
      </p>
      <WordsInput label="Line above the headline" name={`${name}.eyebrow`} />
      <WordsInput label="Introduction" name={`${name}.lead`} rows={3} />
      <fieldset className={css.flat}>
        <legend>Facts</legend>
        <PanelNote>Up to three short ones. Put ** around what is bold. The currencies follow them.</PanelNote>
        <FieldError name={`${name}.facts`} />
        <SortableField name={`${name}.facts`} called="fact" getTitle={(_, index) => `Fact ${index + 1}`} make={() => noWords}>
          {(fact, _, index) => <WordsInput label={`Fact ${index + 1}`} name={fact} />}
        </SortableField>
      </fieldset>
      <ChoiceField
        label="Example of an order"
        name={`${name}.example`}
        options={[{ value: '', label: 'The first offer' }, ...offers]}
        parse={(example) => example || undefined}
      />
    </>
  );
}

function SampleFields({ name, samples }: BlockProps & { readonly samples: Samples }) {
  const { value: services, change } = useField<readonly string[]>(name);
  return (
    <fieldset className={css.flat}>
      <legend>Services</legend>
      <FieldError name={name} />
      {samples.map(({ slug, name: service }) => (
        <label key={slug} className={css.check}>
          <input
            type="checkbox"
            checked={services.includes(slug)}
            onChange={({ target }) => change(target.checked ? [...services, slug] : services.filter((each) => each !== slug))}
          />
          {service}
        </label>
      ))}
    </fieldset>
  );
}

const PointFields = ({ name }: BlockProps) => (
  <>
    <WordsInput label="Title" name={`${name}.title`} />
    <SortableField
      name={`${name}.points`}
      called="point"
      getTitle={(_, index) => `Point ${index + 1}`}
      make={() => ({ title: noWords, text: noWords })}
    >
      {(point, _, index) => (
        <>
          <WordsInput label={`Title of point ${index + 1}`} name={`${point}.title`} />
          <WordsInput label="Text" name={`${point}.text`} rows={3} />
        </>
      )}
    </SortableField>
  </>
);
