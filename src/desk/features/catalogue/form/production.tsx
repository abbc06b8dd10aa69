// How a service is made and counted: people or a program, its icon, platforms and unit.
import type { GlyphName } from '#lib/service-glyphs.ts';
import type { MakerName, Ordered, PEOPLE } from '#modules/catalogue/shapes.ts';
import type { ServiceDraft } from '#modules/catalogue/shapes-desk.ts';
import { AreaField, ChoiceField, type DeskMutation, DeskTextField } from '../../../shared/forms/stateful-form.tsx';
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
  '48h': 'Within 48 hours',
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

/** No program, although the kind has one. */
const people: typeof PEOPLE = 'people';

type Props = {
  readonly service: ServiceDraft;
  readonly sending: DeskMutation;
  readonly onService: (service: ServiceDraft) => void;
};

export function ProductionFields({ service, sending, onService }: Props) {
  const { fields, maker, kind = 'service' } = service;
  const { pluginMakers = [], pluginKinds = [] } = useDeskLabels().all ?? {};
  const ownKind = pluginKinds.find(({ name }) => name === kind);
  const programs: Readonly<Record<string, string>> = {
    ...makerLabels,
    ...Object.fromEntries(pluginMakers.map(({ name, label }) => [name, `${label} (plugin), then people`])),
  };
  const ofKind = ownKind?.maker ? { '': `As its kind: ${programs[ownKind.maker] ?? ownKind.maker}`, [people]: 'People' } : {};
  const makers: Readonly<Record<string, string>> = { ...programs, ...ofKind };
  const choice = <Value extends string>(
    name: 'icon' | 'maker' | 'madeBy' | 'turnaround' | 'countedIn' | 'quantityFrom',
    label: string,
    labels: Readonly<Record<Value, string>>,
    hint?: string,
  ) => (
    <ChoiceField
      {...{ label, name, sending, value: service[name] ?? '', ...(hint ? { hint } : {}) }}
      options={Object.entries<string>(labels).map(([value, text]) => ({ value, label: text }))}
      onValue={(value) => onService({ ...service, [name]: value === '' ? null : value })}
    />
  );
  const measures = Object.fromEntries(
    fields.flatMap(({ name, kind, required, label }) => (kind === 'longText' && required ? [[name, label.en || name]] : [])),
  );
  return (
    <>
      <KindField {...{ service, sending, onService }} />
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
      <DeskTextField
        {...{ label: 'Made with', name: 'tools', sending, value: (service.tools ?? []).join(',') }}
        hint="Programs and models, with commas between. Shown before buying. Name AI as such: AI (Claude)."
        onValue={(value) => onService({ ...service, tools: value === '' ? [] : value.split(',') })}
      />
      {maker === 'language-model' ? (
        <AreaField
          {...{ label: 'The model is asked for', name: 'instructions', sending, value: service.instructions ?? '' }}
          hint="In English. {count} stands for what was ordered, such as 600 words. The brief is added."
          onValue={(instructions) => onService({ ...service, instructions })}
        />
      ) : null}
      <Platforms {...{ service, onService }} />
    </>
  );
}

/** Without plugins that have kinds, all services are content or bundles, and there is nothing to choose. */
function KindField({ service, sending, onService }: Props) {
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
  const change = (value: string) => {
    const shown = kinds.find(({ name }) => name === value)?.delivers ?? [];
    const [first] = shown;
    onService({ ...service, kind: value, ...(first && !(delivers && shown.includes(delivers)) ? { delivers: first } : {}) });
  };
  return (
    <ChoiceField
      {...{ label: 'Kind', name: 'kind', sending, value: kind, options }}
      hint="Decides how briefs and deliveries are checked."
      onValue={change}
    />
  );
}

function Platforms({ service, onService }: Omit<Props, 'sending'>) {
  const platforms = (useDeskLabels().all?.platforms ?? []).filter(({ retired }) => !retired);
  const chosen = service.platforms ?? [];
  if (platforms.length === 0) return null;
  return (
    <fieldset className={css.group}>
      <legend>The customer chooses one of these platforms</legend>
      <div className={css.even}>
        {platforms.map(({ key, name }) => (
          <label key={key} className={css.row}>
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              onChange={({ target }) =>
                onService({
                  ...service,
                  platforms: platforms.flatMap((each) =>
                    (each.key === key ? target.checked : chosen.includes(each.key)) ? [each.key] : [],
                  ),
                })
              }
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
