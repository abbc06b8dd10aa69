// A schema as HTML: its type in words, and a list of its fields.
import { type HtmlPart, html, type Markup } from '#lib/markdown/html.ts';
import { getRefName, type Schema } from './document.ts';

export const getTypeId = (name: string): string => `type-${name}`;

/** "list of Offer", "text or null". */
export function renderType(schema: Schema): Markup {
  const { $ref, type, items, additionalProperties } = schema;
  if ($ref !== undefined) return html`<a href="#${getTypeId(getRefName($ref))}">${getRefName($ref)}</a>`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return joinMarkup(choices.map(renderType), ' or ');
  if (schema.allOf) return joinMarkup(schema.allOf.map(renderType), ' and ');
  if (schema.enum) return html`${schema.title}${schema.title === undefined ? '' : ': '}${joinMarkup(renderValues(schema), ', ')}`;
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (type === 'array') return items ? html`list of ${renderType(items)}` : html`list`;
  if (type === 'object' && typeof additionalProperties === 'object') return html`object of ${renderType(additionalProperties)} by name`;
  return html`${words[type ?? ''] ?? type ?? 'anything'}${formatLimits(schema)}`;
}

const words: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number', boolean: 'true or false' };

const renderValues = ({ enum: values = [], 'x-enum-varnames': names }: Schema): Markup[] =>
  values.map((value, index) => html`<code>${JSON.stringify(value)}</code>${names?.[index] === undefined ? '' : ` ${names[index]}`}`);

/** " (date-time)", " (1 to 255 characters)". */
function formatLimits({ format, minimum, maximum, minLength, maxLength }: Schema): string {
  const range = (from: number | undefined, to: number | undefined, unit: string): string[] => {
    if (from === undefined && to === undefined) return [];
    if (to === undefined) return [`at least ${from}${unit}`];
    return [from === undefined ? `at most ${to}${unit}` : `${from} to ${to}${unit}`];
  };
  const limits = [...(format === undefined ? [] : [format]), ...range(minimum, maximum, ''), ...range(minLength, maxLength, ' characters')];
  return limits.length > 0 ? ` (${limits.join(', ')})` : '';
}

const joinMarkup = (parts: readonly Markup[], between: string): Markup =>
  html`${parts.map((part, index) => (index === 0 ? part : [between, part]))}`;

/**
 * The object in a schema whose fields are worth a list: itself, the items of a list, or the one choice beside
 * null.
 */
function findObject(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  if (schema.items) return findObject(schema.items);
  const [found] = (schema.anyOf ?? schema.oneOf ?? []).flatMap((each) => findObject(each) ?? []);
  return found;
}

/** Nothing for a schema without fields of its own. */
export function renderFields(schema: Schema): HtmlPart {
  const { properties, required = [] } = findObject(schema) ?? {};
  if (!properties) return undefined;
  return html`<dl class="fields">${Object.entries(properties).map(([name, field]) =>
    renderField({ name, schema: field, required: required.includes(name) }),
  )}</dl>`;
}

type Field = { readonly name: string; readonly schema: Schema; readonly required: boolean; readonly description?: string | undefined };

export const renderField = ({ name, schema, required, description = schema.description }: Field): Markup =>
  html`<div><dt><code>${name}</code>${required ? '' : html` <span class="soft">optional</span>`}</dt><dd>${renderType(schema)}${
    description === undefined ? '' : html`<br>${description}`
  }${renderFields(schema)}</dd></div>`;
