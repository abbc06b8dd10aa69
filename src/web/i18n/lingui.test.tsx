// Builds have our own reader of messages: it shows the same as the packages.
import { setupI18n as setupPackage } from '@lingui/core';
import { I18nProvider as PackageProvider, Trans as PackageTrans } from '@lingui/react';
import type { ReactElement, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nProvider, setupI18n, Trans } from './lingui.tsx';

const messages = {
  plain: ['Log in'],
  value: ['Order ', ['name']],
  missingValue: ['Order ', ['unknown'], '.'],
  count: [['count', 'plural', { 0: 'none', one: ['#', ' service'], other: ['#', ' services of ', ['name']] }]],
  place: [['count', 'selectordinal', { one: ['#', 'st'], two: ['#', 'nd'], other: ['#', 'th'] }]],
  kind: [['name', 'select', { a: 'first', other: ['other ', ['name']] }]],
  pair: ['Read <0>the terms</0> or <1/>'],
  nested: ['<0>Read <1>all</1></0> now'],
  whole: ['<0/>'],
};

const both = (locale: string, locales: string) => {
  const strict = { locale, locales, missing: (_: string, id: string) => id };
  const ours = setupI18n(strict);
  ours.load(locale, messages as never);
  return { ours, packages: setupPackage({ ...strict, messages: { [locale]: messages as never } }) };
};

test.for([
  ['plain', {}],
  ['value', { name: 'Copy <b>' }],
  ['value', { name: <i>Copy</i> }],
  ['missingValue', {}],
  ...[0, 1, 2, 1000, 1_000_000].map((count) => ['count', { count, name: 'x' }] as const),
  ...[1, 2, 3, 21].map((count) => ['place', { count }] as const),
  ['kind', { name: 'a' }],
  ['kind', { name: 'b' }],
  ['unknown', {}],
] as const)('message %s with %o: as the packages show it, in every language', ([id, values]) => {
  for (const [locale, locales] of [
    ['en', 'en-US'],
    ['es', 'es-ES'],
    ['jp', 'ja-JP'],
  ] as const)
    expectSame(locale, locales, { id, values });
});

const elements = { 0: <a href="/terms">…</a>, 1: <b key="own">bold</b> };

test.for(['pair', 'nested', 'whole', 'plain'])('message %s with elements: as the packages show it', (id) => {
  expectSame('en', 'en-US', { id, components: elements });
});

type Shown = { readonly id: string; readonly values?: Record<string, ReactNode>; readonly components?: Record<string, ReactElement> };

function expectSame(locale: string, locales: string, shown: Shown): void {
  const { ours, packages } = both(locale, locales);
  const own = (
    <I18nProvider i18n={ours}>
      <Trans {...shown} />
    </I18nProvider>
  );
  const theirs = (
    <PackageProvider i18n={packages}>
      <PackageTrans {...(shown as { id: string })} />
    </PackageProvider>
  );
  expect(renderToString(own)).toBe(renderToString(theirs));
}
