// `npm run fanfare -- languages`: what a language is missing, and the files to translate.
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languagesShop } from '../support/owner-files.ts';

const root = join(import.meta.dirname, '../..');
let files: Awaited<ReturnType<typeof languagesShop>>;
beforeAll(async () => {
  files = await languagesShop();
});
afterAll(() => files[Symbol.asyncDispose]());

function run(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/run.cjs', 'languages', ...args], {
    cwd: root,
    env: { ...process.env, SHOP_DIR: files.folder },
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

test('report: says of each language what is missing, with counts and files; --strict fails', () => {
  const { stdout, status } = run();
  expect(status).toBe(0);
  expect(stdout).toContain('es, Español\n  The release has its messages');
  const french = stdout.slice(stdout.indexOf('fr, Français'), stdout.indexOf('de, Deutsch'));
  expect(french).toMatch(/messages of the pages: \d+ of \d+ are missing\n {4}shop\/languages\/fr\.po/);
  expect(french).toMatch(/texts of the shop: \d+ of \d+ are missing[\s\S]* {4}faq\.yaml \(\d+\)/);
  expect(french).toContain('mails/welcome.fr.md');
  expect(french).not.toContain('mails/order-paid.fr.md');
  expect(french).toContain('policies/terms.fr.md');
  expect(run('fr', '--strict').status).toBe(1);
  expect(run('es', '--strict').status).toBe(0);
});

test('report: names translations with other placeholders, unused ones, and a policy of another version', async () => {
  await files.edit('languages/fr.po', (text) =>
    `${text}\nmsgid "Order {number}"\nmsgstr "Commande {numero}"\n\nmsgid "Gone"\nmsgstr "Parti"\n`.replace(
      /msgid "Order \{number\}"\nmsgstr "Commande \{number\}"\n/,
      '',
    ),
  );
  const terms = await readFile(join(files.folder, 'policies/terms.en.md'), 'utf8');
  await writeFile(join(files.folder, 'policies/terms.fr.md'), terms.replace(/^version: .*$/m, 'version: 1'));
  await writeFile(join(files.folder, 'policies/privacy.fr.md'), await readFile(join(files.folder, 'policies/privacy.en.md'), 'utf8'));
  const { stdout } = run('fr');
  expect(stdout).toMatch(/fr\.po:\d+: has other placeholders than the English text: \{number\}, \{numero\}/);
  expect(stdout).toMatch(/fr\.po:\d+: no text of the shop or the release is like this one any more: Gone/);
  expect(stdout).toContain('policies/terms.fr.md (another version)');
  expect(stdout).not.toContain('policies/privacy.fr.md');
});

test('--write: adds what is missing, and keeps translations, suggestions and the lines at the top', async () => {
  await mkdir(join(files.folder, 'languages'), { recursive: true });
  const suggestion = '# By Ada.\nmsgid ""\nmsgstr ""\n\nmsgid "Services"\nmsgstr "Servizi"\n\n#, fuzzy\nmsgid "Samples"\nmsgstr "Esempi"\n';
  await writeFile(join(files.folder, 'languages/it.po'), suggestion);
  expect(run('it', '--write').stdout).toContain('it, Italiano (not in languages.yaml)');
  const pages = await readFile(join(files.folder, 'languages/it.po'), 'utf8');
  expect(pages).toMatch(/^# By Ada\.\nmsgid ""/);
  expect(pages).toContain('msgid "Services"\nmsgstr "Servizi"');
  expect(pages).toContain('#, fuzzy\nmsgid "Samples"\nmsgstr "Esempi"');
  expect(pages).toContain('msgctxt "an order"\nmsgid "Cancel"\nmsgstr ""');
  const server = await readFile(join(files.folder, 'languages/it.server.po'), 'utf8');
  expect(server).toContain('#. The email or password is wrong.\n');
  expect(await readFile(join(files.folder, 'languages/it.shop.po'), 'utf8')).toMatch(
    /#: catalogue\/brand-stories\.yaml\nmsgid "Brand Stories"\nmsgstr ""/,
  );
});

test('a tag that is none: refused', () => {
  expect(run('french')).toMatchObject({ status: 1, stderr: expect.stringContaining('french is no language tag') });
});
