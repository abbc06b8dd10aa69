import { describe, expect, test } from 'vitest';
import { renderFields, renderType } from './schema-view.ts';

const refs = [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }];

describe('the type of a schema', () => {
  test.each([
    ['oneOf', { oneOf: refs }],
    ['anyOf', { anyOf: refs }],
  ])('lists the choices of %s, with links to named types', (_, schema) => {
    expect(String(renderType(schema))).toBe('<a href="#type-Card">Card</a> or <a href="#type-Bank">Bank</a>');
  });

  test('lists the choices of oneOf in a list', () => {
    expect(String(renderType({ type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'null' }] } }))).toBe('list of text or null');
  });
});

test('the fields of an object among the choices of oneOf are listed', () => {
  const object = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
  expect(String(renderFields({ oneOf: [{ type: 'null' }, object] }))).toBe(
    '<dl class="fields"><div><dt><code>id</code></dt><dd>text</dd></div></dl>',
  );
});
