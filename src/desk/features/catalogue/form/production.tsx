// How a service is made and counted: people or a program, its icon, platforms and unit.
import { useWatch } from 'react-hook-form';
import { type FileGroup, fileGroups, listFileKinds } from '#lib/file-kind.ts';
import type { GlyphName } from '#lib/service-glyphs.ts';
import type { ServiceDraft } from '#modules/catalogue/desk-shapes.ts';
import type { MakerName, Ordered, PEOPLE } from '#modules/catalogue/shapes.ts';
import { AreaField, CheckField, CheckList, ChoiceField, TextField, useField } from '../../../shared/forms/fields.tsx';
import { useDeskLabels } from '../../../shared/values/words.ts';
import css from '../../versions/versions.module.css';

const makerLabels: Readonly<Record<MakerName | '', string>> = {
  '': 'People',
  'language-model': 'Language model, then people',
  'post-kits': 'Post kits, then people',
  hashtags: 'Hashtag sets, then people',
  'text-checker': 'Text checker',
};
const madeByLabels: Readonly<Record<NonNullable<ServiceDraft['madeBy']>, string>> = {
  person: 'By people',
  mixed: 'By people and programs',
  automatic: 'Automatically',
};
const turnaroundLabels: Readonly<Record<NonNullable<ServiceDraft['turnaround']>, string>> = {
  '48h': 'After its turnaround',
  minute: 'Within a minute',
};
const unitLabels: Readonly<Record<Ordered['of'] | '', string>> = {
  '': 'Not counted',
  words: 'Words',
  phrases: 'Phrases',
  sets: 'Sets',
  kits: 'Post kits',
};
const iconLabels: Readonly<Record<GlyphName | '', string>> = {
  '': 'Stack',
  chart: 'Chart',
  book: 'Book',
  page: 'Page',
  quotes: 'Quotation marks',
  check: 'Check mark',
  hash: 'Hash sign',
  globe: 'Globe',
  pen: 'Pen',
  picture: 'Picture',
  film: 'Film',
  seal: 'Seal',
};

const groupLabels: Readonly<Record<FileGroup, string>> = {
  documents: 'Documents',
  pictures: 'Pictures',
  design: 'Design files',
  audio: 'Audio',
  video: 'Video',
  fonts: 'Fonts',
  archives: 'ZIP archives',
};
const groupOptions = fileGroups.map((group) => ({ value: group, label: `${groupLabels[group]} (${listFileKinds([group]).join(', ')})` }));

/** No program, although the kind has one. */
const people: typeof PEOPLE = 'people';

export function ProductionFields() {
  const service: ServiceDraft = useWatch({ name: 'service' });
  const { fields, maker, kind = 'service' } = service;
  const { pluginMakers = [], pluginKinds = [] } = useDeskLabels().all ?? {};
  const ownKind = pluginKinds.find(({ name }) => name === kind);
  const programs: Readonly<Record<string, string>> = {
    ...makerLabels,
    ...Object.fromEntries(pluginMakers.map(({ name, label }) => [name, `${label} (plugin), then people`])),
  };
  const ofKind = ownKind?.maker ? { '': `As its kind: ${programs[ownKind.maker] ?? ownKind.maker}`, [people]: 'People' } : {};
  const makers: Readonly<Record<string, string>> = { ...programs, ...ofKind };
  const choice = (
    name: 'icon' | 'maker' | 'madeBy' | 'turnaround' | 'countedIn' | 'quantityFrom',
    label: string,
    choices: Readonly<Record<string, string>>,
    hint?: string,
  ) => (
    <ChoiceField
      label={label}
      name={`service.${name}`}
      hint={hint}
      options={Object.entries(choices).map(([value, text]) => ({ value, label: text }))}
      parse={(value) => value || null}
    />
  );
  const measures = Object.fromEntries(
    fields.flatMap(({ name, kind, required, label }) => (kind === 'longText' && required ? [[name, label.en || name]] : [])),
  );
  return (
    <>
      <KindField />
      <div className={css.even}>
        {choice('maker', 'Made by', maker && !Object.hasOwn(makers, maker) ? { ...makers, [maker]: `Plugin ${maker}` } : makers)}
        {choice('madeBy', 'Shown as made', madeByLabels)}
        {choice('turnaround', 'Shown as ready', turnaroundLabels)}
        {choice('icon', 'Icon', iconLabels)}
        {choice('countedIn', 'Deliveries are counted in', unitLabels, 'Checked before a delivery, if the offer says how many.')}
        {choice(
          'quantityFrom',
          'The quantity follows from',
          { '': 'The customer’s choice', ...measures },
          'One per started 1,000 words of the answer.',
        )}
      </div>
      <TextField
        label="Made with"
        name="service.tools"
        hint="Programs and models, with commas between. Shown before buying. Name AI as such: AI (Claude)."
        parse={(text) => (text === '' ? [] : text.split(','))}
        format={(tools?: readonly string[]) => (tools ?? []).join(',')}
      />
      {maker === 'language-model' ? (
        <AreaField
          label="The model is asked for"
          name="service.instructions"
          hint="In English. {count} stands for what was ordered, such as 600 words. The brief is added."
        />
      ) : null}
      <CheckList
        name="service.deliveredFiles"
        legend="Deliveries may have files of these kinds; without a choice, of all"
        className={css.group}
        options={groupOptions}
        boxes={css.even}
        box={css.row}
      />
      {kind === 'bundle' ? null : (
        <CheckField className={css.row} name="service.approval" isOptional>
          A second person approves each delivery
        </CheckField>
      )}
      <Platforms />
    </>
  );
}

/** Without plugins that have kinds, all services are content or bundles, and there is nothing to choose. */
function KindField() {
  const { value: service, change } = useField<ServiceDraft>('service');
  const { kind = 'service', delivers } = service;
  const kinds = useDeskLabels().all?.pluginKinds ?? [];
  const isLost = kind !== 'service' && !kinds.some(({ name }) => name === kind);
  if (kind === 'bundle' || (kinds.length === 0 && !isLost)) return null;
  const options = [
    { value: 'service', label: 'Content' },
    ...kinds.map(({ name, label }) => ({ value: name, label: `${label} (plugin)` })),
    ...(isLost ? [{ value: kind, label: `${kind} (its plugin is gone)` }] : []),
  ];
  /** A way of delivery that the new kind does not have becomes its first. */
  const choose = (value: string) => {
    const shown = kinds.find(({ name }) => name === value)?.delivers ?? [];
    const [first] = shown;
    change({ ...service, kind: value, ...(first && !(delivers && shown.includes(delivers)) ? { delivers: first } : {}) });
  };
  return (
    <ChoiceField
      label="Kind"
      name="service.kind"
      hint="Decides how briefs and deliveries are checked."
      options={options}
      format={() => kind}
      onValue={choose}
    />
  );
}

function Platforms() {
  const platforms = (useDeskLabels().all?.platforms ?? []).filter(({ retired }) => !retired);
  if (platforms.length === 0) return null;
  return (
    <CheckList
      name="service.platforms"
      legend="The customer chooses one of these platforms"
      className={css.group}
      options={platforms.map(({ key, name }) => ({ value: key, label: name }))}
      boxes={css.even}
      box={css.row}
    />
  );
}
