// Draws the questions of a service in its own page, from the templates in it, and stores the answers.
import { selectAskedFields } from '#modules/catalogue/questions/rules.ts';
import type { CatalogueField, Offer } from '#modules/catalogue/shapes.ts';
import { call } from '#ui/api/client.ts';
import { dropEarlyBrief, type EarlyAnswers, readEarlyBrief, writeEarlyBrief } from '#ui/browser/early-brief.ts';

type Answer = EarlyAnswers['given'][string];
type Drawn = {
  readonly field: CatalogueField;
  readonly place: HTMLElement;
  readonly read: () => Answer;
  readonly fill: (value: Answer) => void;
};

export async function showBriefFields(details: HTMLDetailsElement): Promise<void> {
  const { service: slug = '', currency } = details.dataset;
  const calculator = document.querySelector<HTMLFormElement>('#calculator');
  const form = details.querySelector('form');
  const place = form?.querySelector<HTMLElement>('[data-fields]');
  if (!calculator || !form || !place) return;
  const { offers: all } = await call('POST /api/prices', { currency: Number(currency) });
  const sold = new Set([...calculator.querySelectorAll<HTMLInputElement>('[name=offer]')].map(({ value }) => value));
  const offers = all.filter(({ id }) => sold.has(id));
  const early = readEarlyBrief(slug);
  const drawn = listFields(offers).map((field) => draw(field, details));
  place.replaceChildren(...drawn.map((each) => each.place));
  if (early) fillIn(early.brief, { calculator, drawn, offers });
  // Random, so that only the link from here leads to it.
  const id = early?.id ?? [...crypto.getRandomValues(new Uint32Array(4))].join('');
  const showAsked = () => {
    const offer = offers.find((each) => each.id === getChoice(calculator, 'offer'));
    const asked = selectAskedFields(offer && !offer.eachUnitIsPiece ? offer.fields : [], Object.fromEntries(drawn.map(toSendable)));
    for (const each of drawn) each.place.hidden = !asked.some(({ name }) => name === each.field.name);
  };
  const store = () => {
    showAsked();
    writeEarlyBrief(slug, { id, brief: readAll({ calculator, drawn, offers }) });
  };
  showAsked();
  form.addEventListener('input', store);
  calculator.addEventListener('input', () => (readEarlyBrief(slug) ? store() : showAsked()));
  form.addEventListener('submit', () => {
    const known = form.elements.namedItem('brief') as HTMLInputElement;
    known.disabled = !readEarlyBrief(slug);
    known.value = id;
  });
  form.addEventListener('reset', () => {
    dropEarlyBrief(slug);
    details.open = false;
    setTimeout(showAsked);
  });
}

type Parts = { readonly calculator: HTMLFormElement; readonly drawn: readonly Drawn[]; readonly offers: readonly Offer[] };

/** Files need an account. Each question once, although several offers may ask it. */
const listFields = (offers: readonly Offer[]): readonly CatalogueField[] =>
  [...new Map(offers.flatMap(({ fields }) => fields).map((field) => [field.name, field])).values()].filter(({ kind }) => kind !== 'file');

/** In the order of the calculator's parameters. */
const listAddOns = (offers: readonly Offer[]): readonly string[] => [
  ...new Set(offers.flatMap(({ addOns = [] }) => addOns).map(({ id }) => id)),
];

const getChoice = (calculator: HTMLFormElement, name: string): string => String(new FormData(calculator).get(name) ?? '');

const readAll = ({ calculator, drawn, offers }: Parts): EarlyAnswers => ({
  ...{
    offerId: getChoice(calculator, 'offer'),
    platform: getChoice(calculator, 'platform'),
    quantity: getChoice(calculator, 'quantity') || '1',
  },
  given: {
    ...Object.fromEntries(drawn.map(({ field, read }) => [field.name, read()])),
    ...Object.fromEntries(listAddOns(offers).map((id, index) => [`+${id}`, getChoice(calculator, `addOn${index + 1}`)])),
  },
});

function fillIn({ offerId, platform, quantity, given }: EarlyAnswers, { calculator, drawn, offers }: Parts): void {
  for (const { field, fill } of drawn) if (given[field.name] !== undefined) fill(given[field.name] ?? '');
  const addOns = Object.fromEntries(listAddOns(offers).map((id, index) => [`addOn${index + 1}`, String(given[`+${id}`] ?? '')]));
  for (const [name, value] of Object.entries({ offer: offerId, platform, quantity, ...addOns })) {
    const found = calculator.elements.namedItem(name);
    if (found instanceof HTMLInputElement && found.type === 'checkbox') found.checked = value === found.value;
    else if (found instanceof RadioNodeList || found instanceof HTMLInputElement || found instanceof HTMLSelectElement) found.value = value;
  }
  // The total of what is filled in.
  calculator.dispatchEvent(new Event('input'));
}

/** As the conditions of questions compare them. */
const toSendable = ({ field: { name, kind }, read }: Drawn): [string, unknown] => {
  const value = read();
  return [name, kind === 'number' && /^\d+$/.test(String(value).trim()) ? Number(value) : value];
};

const shapes: Readonly<Record<CatalogueField['kind'], string>> = {
  ...{ text: 'input', url: 'input', number: 'input', file: 'input' },
  ...{ longText: 'area', texts: 'area', urls: 'area' },
  ...{ choice: 'select', choices: 'ticks', yesNo: 'tick' },
};

function draw(field: CatalogueField, details: HTMLElement): Drawn {
  const { name, kind, label, help, required, options = [], max } = field;
  const template = details.querySelector<HTMLTemplateElement>(`template[data-shape=${shapes[kind]}]`);
  const place = template?.content.firstElementChild?.cloneNode(true) as HTMLElement;
  const isList = kind === 'texts' || kind === 'urls';
  const write = (part: string, text: string) => {
    const found = place.querySelector(`[data-${part}]`);
    if (found) found.textContent = text;
  };
  const { optional = '', lines = '' } = details.dataset;
  write('label', label + (required ? '' : ` ${optional}`));
  write('help', isList ? `${help} ${lines}` : help);
  if (kind === 'choices') return { field, place, ...drawTicks(place, options) };
  const control = place.querySelector('input, textarea, select') as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  control.id = `brief-${name}`;
  place.querySelector('label')?.setAttribute('for', control.id);
  place.querySelector('[data-help]')?.setAttribute('id', `${control.id}-hint`);
  control.setAttribute('aria-describedby', `${control.id}-hint`);
  if (kind === 'number') control.setAttribute('inputmode', 'numeric');
  if (kind === 'url') control.setAttribute('inputmode', 'url');
  if ((kind === 'text' || kind === 'longText') && max && 'maxLength' in control) control.maxLength = max;
  if (kind === 'choice') control.append(...options.map((option) => new Option(option.label, option.value)));
  if (kind === 'yesNo' && control instanceof HTMLInputElement)
    return { field, place, read: () => control.checked, fill: (value) => (control.checked = value === true) };
  return {
    ...{ field, place },
    read: () => (isList ? control.value.split('\n').filter((line) => line.trim() !== '') : control.value),
    fill: (value) => (control.value = typeof value === 'object' ? value.join('\n') : String(value)),
  };
}

/** The first tick is the model of the others. */
function drawTicks(place: HTMLElement, options: NonNullable<CatalogueField['options']>): Pick<Drawn, 'read' | 'fill'> {
  const model = place.querySelector('label');
  const labels = options.map(({ value, label }) => {
    const each = model?.cloneNode(true) as HTMLLabelElement;
    const [input, text] = [each.querySelector('input'), each.querySelector('span')];
    if (input) input.value = value;
    if (text) text.textContent = label;
    return each;
  });
  model?.replaceWith(...labels);
  const inputs = labels.flatMap((each) => each.querySelector('input') ?? []);
  return {
    read: () => inputs.filter(({ checked }) => checked).map(({ value }) => value),
    fill(values) {
      for (const input of inputs) input.checked = typeof values === 'object' && values.includes(input.value);
    },
  };
}
