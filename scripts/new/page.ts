// A page of the storefront: its component, its rows in the six tables of pages, and a test.
import { addBefore, type Draft, NewFault } from './draft.ts';
import { type Names, namesOf } from './names.ts';

export function newPage(draft: Draft, given: string): readonly string[] {
  const name = namesOf(given);
  const { kebab, camel, title } = name;
  if (draft.read('src/pages.ts')?.includes(`\n  ${camel}: {`)) throw new NewFault(`src/pages.ts has the page ${camel} already.`);
  const component = `src/web/features/${kebab}/${kebab}-page.tsx`;
  draft.create(component, componentOf(name));
  draft.create(`tests/journeys/${kebab}.test.ts`, testOf(name));
  // Before the gallery of components, which ends the pages in each table.
  draft.change('src/pages.ts', addBefore("  ui: { path: '/_ui'", `  ${camel}: { path: '/${kebab}', who: 'open', server: true },`));
  draft.change('src/web/app/page-files.ts', addBefore("  ui: 'ui-gallery/", `  ${camel}: '${kebab}/${kebab}-page.tsx',`));
  draft.change('src/web/app/page-registry.ts', addBefore('  ui: {', entryOf(name)));
  draft.change(
    'src/web/ssr/meta-descriptions.ts',
    addBefore('  ui: msg', `  ${camel}: msg\`${title}: one sentence for search engines.\`,`),
  );
  draft.change('src/web/ssr/select-page-data.ts', addBefore('  ui: () =>', `  ${camel}: () => ({}),`));
  draft.change('src/web/router/page/data.ts', addBefore('  readonly ui: object;', `  readonly ${camel}: object;`));
  return [
    `Write the page in ${component}; what it shows comes from src/web/ssr/select-page-data.ts, its type from src/web/router/page/data.ts.`,
    'npm run extract, then translate what is new in locales/es.po and locales/jp.po, and npm run compile.',
  ];
}

const entryOf = ({ kebab, camel, title }: Names): string => `  ${camel}: {
    title: msg\`${title}\`,
    titled: 'page',
    further: 'further',
    load: () => import('../features/${kebab}/${kebab}-page.tsx'),
  },`;

const componentOf = ({ pascal, title, words }: Names): string => `// The page of ${words}.
import { Trans } from '@lingui/react/macro';

const ${pascal}Page = () => (
  <div className="page">
    <h1>
      <Trans>${title}</Trans>
    </h1>
  </div>
);

export { ${pascal}Page as Screen };
`;

const testOf = ({ kebab, words }: Names): string => `// The page of ${words}, with and without script.
import { expect, expectAccessible, live, test } from '../support/journey.ts';

test('page of ${words}: can be used by everyone', async ({ page }) => {
  await page.goto('/${kebab}');
  await live(page);
  await expectAccessible(page);
});

test('page of ${words}, without script: shows its content', async ({ shop }) => {
  const html = await (await fetch(\`\${shop.urls.storefront}/${kebab}\`)).text();
  const [, main = ''] = /<main[^>]*>([\\s\\S]*)<\\/main>/.exec(html) ?? [];
  // More than its heading.
  expect(main).toContain('<p');
});
`;
