// The fields of the home page: its title for search engines, and its blocks.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { noWords } from '#lib/locale.ts';
import { singleBlocks } from '#lib/rendering.ts';
import type { BlockDraft, ContentWhole, HomeDraft } from '#modules/texts/content/shapes.ts';
import button from '#ui/styles/button.module.css';
import input from '../../shared/forms/form.module.css';
import { ChoiceField } from '../../shared/forms/stateful-form.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { useDeskLabels } from '../../shared/values/words.ts';
import css from './content.module.css';
import { type LanguageForm, WordsInput } from './language-tabs.tsx';
import { SortableList } from './sortable-list.tsx';

type Kind = BlockDraft['kind'];
type Samples = ContentWhole['samples'];

const kinds: Readonly<Record<Kind, { readonly label: string; readonly about: string }>> = {
  hero: { label: 'Introduction', about: 'The headline is the tagline of the brand. Beside it an example of an order.' },
  services: { label: 'Services', about: 'Every single service in the lists of the catalog, with its price.' },
  samples: { label: 'Samples', about: 'What is delivered, by up to three services.' },
  how: { label: 'How it works', about: 'The steps of an order. They are the same in every shop.' },
  points: { label: 'Points', about: 'A title and some short texts side by side; two to four look best.' },
  bundles: { label: 'Bundles', about: 'Every bundle in the lists of the catalog.' },
  questions: { label: 'Questions', about: 'The four questions that are marked for the home page.' },
};

const newBlocks: Readonly<Record<Kind, BlockDraft>> = {
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

export type FieldsProps<Text> = LanguageForm & { readonly text: Text; readonly onText: (text: Text) => void };
type Props = FieldsProps<HomeDraft> & { readonly samples: Samples };

export function HomeFields({ text, onText, samples, ...form }: Props) {
  const { locale, sending } = form;
  const errors = sending.failure?.errors ?? {};
  const wrong = Object.keys(errors);
  return (
    <>
      <Panel title="Blocks">
        <PanelNote>In the order of the page.</PanelNote>
        <Faults of={errors['text.blocks']} />
        <SortableList
          items={text.blocks}
          onItems={(blocks) => onText({ ...text, blocks })}
          called="block"
          titleOf={(block, index) => `${index + 1}. ${kinds[block.kind].label}`}
          asideOf={(block) => ('title' in block ? block.title[locale] || block.title.en : '')}
          isWrong={(index) => wrong.some((field) => field.startsWith(`text.blocks[${index}]`))}
          add={(add) => <AddBlock blocks={text.blocks} add={add} />}
        >
          {(block, index, change) => (
            <>
              <PanelNote>{kinds[block.kind].about}</PanelNote>
              <Faults of={errors[`text.blocks[${index}].kind`]} />
              <BlockFields {...form} block={block} name={`text.blocks[${index}]`} samples={samples} onBlock={change} />
            </>
          )}
        </SortableList>
      </Panel>
      <Panel title="For search engines">
        <WordsInput {...form} label="Title" name="text.title" words={text.title} onWords={(title) => onText({ ...text, title })} />
        <WordsInput
          {...form}
          label="Description"
          name="text.description"
          rows={3}
          words={text.description}
          onWords={(description) => onText({ ...text, description })}
        />
      </Panel>
    </>
  );
}

export const Faults = ({ of = [] }: { readonly of: readonly string[] | undefined }) =>
  of.length > 0 ? <strong className={css.wrong}>{of.join(' ')}</strong> : null;

function AddBlock({ blocks, add }: { readonly blocks: readonly BlockDraft[]; readonly add: (block: BlockDraft) => void }) {
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
      <button className={button.quiet} type="button" onClick={() => add(newBlocks[kind])}>
        Add block
      </button>
    </>
  );
}

type BlockProps<Block> = LanguageForm & {
  readonly block: Block;
  readonly name: string;
  readonly onBlock: (block: BlockDraft) => void;
};
type Of<K extends Kind> = Extract<BlockDraft, { kind: K }>;

function BlockFields({ block, samples, ...rest }: BlockProps<BlockDraft> & { readonly samples: Samples }) {
  switch (block.kind) {
    case 'hero':
      return <HeroFields {...rest} block={block} />;
    case 'services':
      return (
        <WordsInput
          {...rest}
          name={`${rest.name}.title`}
          label="Title"
          words={block.title}
          onWords={(title) => rest.onBlock({ ...block, title })}
        />
      );
    case 'samples':
      return <SampleFields {...rest} block={block} samples={samples} />;
    case 'points':
      return <PointFields {...rest} block={block} />;
    default:
      return null;
  }
}

function HeroFields({ block, name, onBlock, ...form }: BlockProps<Of<'hero'>>) {
  const { all, offer } = useDeskLabels();
  const offers = (all?.offers ?? []).map(({ id }) => ({ value: id, label: offer(id, 1) }));
  return (
    <>
      <p>
        <Link to="/brand">Edit the tagline</Link>
      </p>
      <WordsInput
        {...form}
        label="Line above the headline"
        name={`${name}.eyebrow`}
        words={block.eyebrow}
        onWords={(eyebrow) => onBlock({ ...block, eyebrow })}
      />
      <WordsInput
        {...form}
        label="Introduction"
        name={`${name}.lead`}
        rows={3}
        words={block.lead}
        onWords={(lead) => onBlock({ ...block, lead })}
      />
      <fieldset className={css.flat}>
        <legend>Facts</legend>
        <PanelNote>Up to three short ones. Put ** around what is bold. The currencies follow them.</PanelNote>
        <Faults of={form.sending.failure?.errors[`${name}.facts`]} />
        <SortableList
          items={block.facts}
          onItems={(facts) => onBlock({ ...block, facts })}
          called="fact"
          titleOf={(_, index) => `Fact ${index + 1}`}
          make={() => noWords}
        >
          {(fact, index, change) => (
            <WordsInput {...form} label={`Fact ${index + 1}`} name={`${name}.facts[${index}]`} words={fact} onWords={change} />
          )}
        </SortableList>
      </fieldset>
      <ChoiceField
        label="Example of an order"
        name={`${name}.example`}
        sending={form.sending}
        value={block.example ?? ''}
        options={[{ value: '', label: 'The first offer' }, ...offers]}
        onValue={(example) => onBlock({ ...block, example: example || undefined })}
      />
    </>
  );
}

function SampleFields({ block, name, onBlock, samples, sending }: BlockProps<Of<'samples'>> & { readonly samples: Samples }) {
  return (
    <fieldset className={css.flat}>
      <legend>Services</legend>
      <Faults of={sending.failure?.errors[`${name}.services`]} />
      {samples.map(({ slug, name: service }) => (
        <label key={slug} className={css.check}>
          <input
            type="checkbox"
            checked={block.services.includes(slug)}
            onChange={({ target }) =>
              onBlock({ ...block, services: target.checked ? [...block.services, slug] : block.services.filter((each) => each !== slug) })
            }
          />
          {service}
        </label>
      ))}
    </fieldset>
  );
}

function PointFields({ block, name, onBlock, ...form }: BlockProps<Of<'points'>>) {
  return (
    <>
      <WordsInput {...form} label="Title" name={`${name}.title`} words={block.title} onWords={(title) => onBlock({ ...block, title })} />
      <SortableList
        items={block.points}
        onItems={(points) => onBlock({ ...block, points })}
        called="point"
        titleOf={(_, index) => `Point ${index + 1}`}
        make={() => ({ title: noWords, text: noWords })}
      >
        {(point, index, change) => (
          <>
            <WordsInput
              {...form}
              label={`Title of point ${index + 1}`}
              name={`${name}.points[${index}].title`}
              words={point.title}
              onWords={(title) => change({ ...point, title })}
            />
            <WordsInput
              {...form}
              label="Text"
              name={`${name}.points[${index}].text`}
              rows={3}
              words={point.text}
              onWords={(text) => change({ ...point, text })}
            />
          </>
        )}
      </SortableList>
    </>
  );
}
