// Tests editing emails at the desk and by files: the next email has the saved text, and a text with an error
// changes nothing.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localeNames } from '#lib/locale.ts';
import { importKind } from '#modules/content/versions.ts';
import { mailKind } from '#modules/mail/live.ts';
import { mailTextNames } from '#modules/mail/shapes.ts';
import { mailGroups, valueLabels } from '#modules/mail/shapes-labels.ts';
import { register } from '../../../../tests/support/accounts.ts';
import { type Operating, operating } from '../../../../tests/support/desk.ts';
import { expectAudited } from '../../../../tests/support/money.ts';
import { spoilMail } from '../../../../tests/support/rows/support.ts';
import { seed } from '../../../../tests/support/sample-shop.ts';
import { describe, expect, type Shop, test } from '../../../../tests/support/shop.ts';

const WHY = 'friendlier';
const WELCOME = { name: 'welcome' } as const;

const welcomed = async (shop: Shop) => shop.mail(await register(shop));
async function drafted(by: Operating, changes: { subject?: string; markdown?: string }) {
  const { body } = await by.call('GET /api/mail', WELCOME);
  return { ...WELCOME, text: { ...body.text, en: { ...body.text.en, ...changes } }, from: body.number, why: WHY };
}

test('every email has a place in the list, and every placeholder an explanation', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  expect(mailGroups.flatMap(({ mails }) => mails).toSorted()).toEqual(mailTextNames.toSorted());
  for (const name of mailTextNames) {
    const { body } = await manager.call('GET /api/mail', { name });
    expect(body, name).toMatchObject({ isDefault: true, isOutdated: false });
    for (const value of body.values) expect(valueLabels, name).toHaveProperty(value);
  }
});

describe('edit an email', () => {
  test('saved text: the next email has it, and the default text can be restored', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const draft = await drafted(manager, { subject: 'Come in, and confirm', markdown: '# Hello\n\n[Confirm *now*]({link})' });
    const { body } = await manager.call('POST /api/mail/save', draft);
    expect(body).toMatchObject({ saved: true, version: { number: draft.from + 1, origin: 'desk', why: WHY } });
    const mail = await welcomed(shop);
    expect(mail.subject).toBe('Come in, and confirm');
    expect(mail.html).toContain('<em>now</em>');
    const { body: now } = await manager.call('GET /api/mail', WELCOME);
    expect(now).toMatchObject({ isDefault: false, text: { en: { subject: 'Come in, and confirm' } } });
    const back = { ...WELCOME, text: now.defaults, from: now.number, why: WHY };
    expect((await manager.call('POST /api/mail/save', back)).body.saved).toBe(true);
    expect((await welcomed(shop)).subject).toBe('Welcome to Fanfare');
    expect((await manager.call('GET /api/mail', WELCOME)).body).toMatchObject({ isDefault: true, number: now.number + 1 });
    const { body: old } = await manager.call('GET /api/mail/version', { ...WELCOME, number: now.number });
    expect(old.text.en.subject).toBe('Come in, and confirm');
    expect((await manager.call('GET /api/mail/version', { ...WELCOME, number: 99 })).status).toBe(404);
    const [line] = (await manager.call('GET /api/audit', { kind: 'mail' })).body;
    expect(line).toMatchObject({ act: 'mail.edit', about: 'welcome' });
    await expectAudited(shop);
  });

  test('footer: every email has the new one', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { body } = await owner.call('GET /api/mail', { name: 'footer' });
    const text = { ...body.text, en: { markdown: 'Written by hand, {company}' } };
    expect((await owner.call('POST /api/mail/save', { name: 'footer', text, from: body.number, why: WHY })).body.saved).toBe(true);
    expect((await welcomed(shop)).text).toContain('Written by hand, ');
  });

  test.for([
    ['HTML', 'Click\n\n<b>here {link}', /^Line 3: mails do not use html/],
    ['a script link', '[x](javascript:alert(1)) {link}', /^Line 1: a link must lead to/],
    ['an unknown placeholder', '{link} {password}', /^Line 1: \{password\} is not known here/],
    ['no link', 'Welcome', /^The text must use \{link\}/],
    ['a stray brace', '{link} }', /^Line 1: a brace/],
  ] as const)('text with %s: refused at its field by preview, test and save', async ([, markdown, message], { shop }) => {
    const manager = await operating(shop, 'manager');
    const { from, why, ...draft } = await drafted(manager, { markdown });
    const answers = [
      await manager.call('POST /api/mail/preview', draft),
      await manager.call('POST /api/mail/test', { ...draft, locale: 'en' }),
      await manager.call('POST /api/mail/save', { ...draft, from, why }),
    ];
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([400, { errors: { 'text.en.markdown': [expect.stringMatching(message)] } }]);
  });

  test('subject with an unknown placeholder: refused at the subject', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { body } = await manager.call('POST /api/mail/save', await drafted(manager, { subject: '{pass} word' }));
    expect(body).toMatchObject({ errors: { 'text.en.subject': [expect.stringMatching(/^\{pass\} is not known here/)] } });
  });

  test('of two concurrent saves one succeeds', async ({ shop }) => {
    const [owner, manager] = [await operating(shop, 'owner'), await operating(shop, 'manager')];
    const drafts = [await drafted(owner, { subject: 'One' }), await drafted(manager, { subject: 'Other' })];
    const answers = await Promise.all([owner, manager].map((by, index) => by.call('POST /api/mail/save', drafts[index])));
    expect(answers.filter(({ body }) => body.saved)).toHaveLength(1);
  });

  test('support: may not see or change emails', async ({ shop }) => {
    const [manager, support] = [await operating(shop, 'manager'), await operating(shop, 'support')];
    const draft = await drafted(manager, { subject: 'Mine' });
    expect((await support.call('GET /api/mail', WELCOME)).status).toBe(403);
    expect((await support.call('POST /api/mail/save', draft)).status).toBe(403);
    expect((await support.call('POST /api/mail/test', { ...draft, locale: 'en' })).status).toBe(403);
  });
});

describe('preview and test of a draft', () => {
  test('preview: sample values in every language, without inline styles, and nothing is saved', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    for (const name of mailTextNames) {
      const { body: whole } = await manager.call('GET /api/mail', { name });
      const { body } = await manager.call('POST /api/mail/preview', { name, text: whole.text });
      expect(body.texts.map(({ locale }) => locale)).toEqual(localeNames);
      for (const { html, text, subject } of body.texts) {
        expect([name, html]).not.toMatchObject([name, expect.stringMatching(/style=|<body|<html/)]);
        expect(subject + text).not.toMatch(/\{\w+\}/);
      }
      expect(body.style).toContain(':host([data-theme="dark"]) .card{');
    }
  });

  test('test: the draft is sent to the operator in the chosen language, and customers keep the old text', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const before = (await welcomed(shop)).subject;
    const { from: _, why: __, ...draft } = await drafted(manager, { subject: 'Only a draft' });
    const { body } = await manager.call('POST /api/mail/test', { ...draft, locale: 'en' });
    expect(body).toEqual({ to: expect.stringContaining('@'), error: null });
    expect((await shop.mail(body.to, /Only a draft/)).to).toBe(body.to);
    expect((await welcomed(shop)).subject).toBe(before);
  });
});

describe('mail files', () => {
  test('changed file: live without a restart, and the desk version of another email stays', async ({ shop }) => {
    const folder = await mkdtemp(join(tmpdir(), 'fanfare-mails-'));
    await cp('shop/mails', join(folder, 'mails'), { recursive: true });
    const edit = async (file: string, from: string | RegExp, to: string) => {
      const text = await readFile(join(folder, 'mails', file), 'utf8');
      expect(text).toMatch(from);
      await writeFile(join(folder, 'mails', file), text.replace(from, to));
    };
    const manager = await operating(shop, 'manager');
    const { body: trial } = await manager.call('GET /api/mail', { name: 'trial' });
    const text = { ...trial.text, en: { ...trial.text.en, subject: 'From the desk' } };
    await manager.call('POST /api/mail/save', { name: 'trial', text, from: trial.number, why: WHY });
    await edit('welcome.en.md', /^subject: .*$/m, 'subject: From the file');
    expect(await importKind(shop.ctx.db, folder, mailKind)).toMatchObject([{ file: 'welcome.en.md' }]);
    await expect.poll(async () => (await welcomed(shop)).subject).toBe('From the file');
    expect((await manager.call('GET /api/mail', { name: 'trial' })).body.text.en.subject).toBe('From the desk');
    await edit('welcome.en.md', '{link}', '{lnk}');
    await expect(importKind(shop.ctx.db, folder, mailKind)).rejects.toMatchObject({
      lines: [expect.stringMatching(/^shop\/mails\/welcome\.en\.md:\d+: \{lnk\}/), expect.stringMatching(/must use \{link\}/)],
    });
    expect((await welcomed(shop)).subject).toBe('From the file');
    await rm(folder, { recursive: true });
  });

  test('error in a mail: named by file and line, and no other changed file is imported', async ({ shop }) => {
    const folder = await mkdtemp(join(tmpdir(), 'fanfare-mails-'));
    await cp('shop', folder, { recursive: true });
    const edit = async (file: string, from: string | RegExp, to: string) =>
      writeFile(join(folder, file), (await readFile(join(folder, file), 'utf8')).replace(from, to));
    await edit('home.yaml', 'en: "Who makes it"', 'en: "Made by these people"');
    await edit('mails/welcome.en.md', '{link}', '{lnk}');
    const printed = await seed(shop, folder);
    expect(printed).toContain(`${folder}/mails/welcome.en.md:`);
    expect(printed).not.toContain('imported');
    await rm(folder, { recursive: true });
  });

  test('own text that lost a placeholder in an upgrade: the default text is sent, and the desk says so', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    await manager.call('GET /api/mail', WELCOME);
    await spoilMail(shop, 'welcome', '---\nsubject: Old\n---\nNo link\n');
    await expect.poll(async () => (await manager.call('GET /api/mail', WELCOME)).body.isOutdated).toBe(true);
    expect((await welcomed(shop)).subject).toBe('Welcome to Fanfare');
  });
});
