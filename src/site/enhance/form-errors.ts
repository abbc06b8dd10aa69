// Errors of a form: at their fields, and in a summary that takes the focus. An error goes when its field is
// edited; the summary stays until the next submit, so that nothing moves while the visitor types.
import { type ApiError, type FieldErrors, NETWORK_ERROR } from '#ui/api/api-error.ts';
import { describeError, describeWait, type FormTexts, findTemplate, readTexts } from './form-texts.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** By the attributes of the fields. What else is wrong, the server says. */
export function findErrors(form: HTMLFormElement): FieldErrors {
  const texts = readTexts(form);
  const invalid = [...form.querySelectorAll<Field>(':is(input,textarea,select)[id]:enabled')].flatMap((field) => {
    const rule = findBrokenRule(field);
    return rule ? [[field.name, [field.dataset[rule] ?? texts[rule]]] as const] : [];
  });
  return Object.fromEntries(invalid);
}

function findBrokenRule(field: Field): 'required' | 'short' | 'format' | undefined {
  // Spaces may be part of a password.
  const typed = field.type === 'password' ? field.value : field.value.trim();
  const value = field.type === 'checkbox' && !field.matches(':checked') ? '' : typed;
  const { patternMismatch, badInput } = field.validity;
  if (badInput) return 'format';
  if (!value) return field.required ? 'required' : undefined;
  if ('minLength' in field && value.length < field.minLength) return 'short';
  return patternMismatch ? 'format' : undefined;
}

export function showErrors(form: HTMLFormElement, error: ApiError): void {
  const template = findTemplate(form);
  const { errors } = error;
  const texts = readTexts(form);
  for (const field of form.querySelectorAll('[aria-invalid]')) clearError(form, field.id);
  form.querySelector('section[aria-labelledby=told]')?.remove();
  const [summary, note] = [...(template.content.cloneNode(true) as DocumentFragment).children] as HTMLElement[];
  if (!summary || !note) return;
  const title = create('h2', describeError(texts, error));
  title.id = 'told';
  summary.setAttribute('aria-labelledby', title.id);
  summary.append(title, ...listNotes(texts, error).map((text) => create('p', text)));
  const list = create('ul');
  // In the order of the form; what is at no field comes last.
  const inForm = [...form.elements].map((field) => field.getAttribute('name') ?? '');
  const names = [...new Set([...inForm, ...Object.keys(errors)])].filter((name) => name !== '' && errors[name]);
  for (const name of names) {
    const text = (errors[name] ?? []).join(' ');
    const field = form.querySelector<Field>(`#${CSS.escape(`${form.dataset.form}-${name}`)}`);
    list.append(create('li', field ? linkTo(field, texts, text) : text));
    if (field) markField(field, note.cloneNode() as HTMLElement, text);
  }
  if (names.length > 0) summary.append(list);
  template.after(summary);
  if (!document.title.startsWith(texts.title)) document.title = `${texts.title} ${document.title}`;
  summary.focus();
}

function listNotes(texts: FormTexts, { status, waitSeconds, requestId }: ApiError): string[] {
  return [
    ...(waitSeconds === undefined ? [] : [describeWait(texts, waitSeconds)]),
    ...(requestId === undefined ? [] : [texts.quote.replace('#', requestId)]),
    ...(status === NETWORK_ERROR ? [texts.typed] : []),
  ];
}

/** A message that does not name its field gets the label. */
function linkTo(field: Field, { required, short, format }: FormTexts, text: string): HTMLElement {
  const general = [required, short, format, field.type === 'password' ? field.dataset.short : undefined];
  const label = general.includes(text) ? field.labels?.[0]?.firstChild?.textContent?.trim() : undefined;
  const colon = document.documentElement.lang === 'ja' ? '：' : ': ';
  const link = create('a', label ? label + colon + text : text);
  link.setAttribute('href', `#${field.id}`);
  return link;
}

/** A link of the summary focuses its field without adding a history entry. */
export function followToField(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('section[aria-labelledby=told] a') : null;
  if (!link) return;
  event.preventDefault();
  document.getElementById(link.getAttribute('href')?.slice(1) ?? '')?.focus();
}

function markField(field: Field, error: HTMLElement, text: string): void {
  const box = findBox(field);
  error.id = `${field.id}-error`;
  error.textContent = text;
  field.ariaInvalid = 'true';
  // After the hint, before the counter.
  const ids = listDescriptions(field);
  const hint = ids.indexOf(`${field.id}-hint`) + 1;
  field.setAttribute('aria-describedby', ids.toSpliced(hint, 0, error.id).join(' '));
  box?.setAttribute('data-error', '');
  if (field.type === 'checkbox') box?.append(error);
  else box?.lastElementChild?.prepend(error);
}

export function clearError(form: HTMLFormElement, id: string): void {
  const field = form.querySelector<Field>(`#${CSS.escape(id)}[aria-invalid]`);
  if (!field) return;
  field.ariaInvalid = null;
  field.setAttribute(
    'aria-describedby',
    listDescriptions(field)
      .filter((each) => each !== `${id}-error`)
      .join(' '),
  );
  findBox(field)?.removeAttribute('data-error');
  document.getElementById(`${id}-error`)?.remove();
  form.querySelector(`section li:has([href="#${CSS.escape(id)}"])`)?.setAttribute('data-solved', '');
}

const listDescriptions = (field: Field): string[] => field.getAttribute('aria-describedby')?.split(' ').filter(Boolean) ?? [];

/** Around the label, the input and what is below it. */
const findBox = (field: Field): Element | null | undefined => {
  const around = field.labels?.[0]?.parentElement;
  return field.type === 'checkbox' ? around?.parentElement : around;
};

const create = (tag: string, ...content: (Node | string)[]): HTMLElement => {
  const element = document.createElement(tag);
  element.append(...content);
  return element;
};
