// Puts the package create-fanfare together: its code, and a template for each trade.
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#platform/paths.ts';

const code = join(root, 'create');
const trades = {
  content: join(root, 'shop'),
  translation: join(root, 'examples/shops/bureau'),
  studio: join(root, 'examples/shops/studio'),
  empty: join(code, 'empty'),
} as const;
/** What has a default in the program, and what belongs to the sample alone. */
const leftOut = ['mails', 'menus.yaml', 'money.yaml', 'support.yaml', 'withdrawal.yaml', 'reminders.yaml', 'demo.yaml', 'data', 'brand'];

/** `version`: that of the program, which new shops depend on. */
export async function makeCreatePackage(folder: string, version: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const templates = join(folder, 'templates');
  for (const [trade, source] of Object.entries(trades)) {
    await mkdir(join(templates, trade), { recursive: true });
    const out = new Set(leftOut.map((name) => join(source, name)));
    await cp(source, join(templates, trade), { recursive: true, filter: (path) => !out.has(path) });
  }
  await copyFile(join(code, 'shop-readme.md'), join(templates, 'README.md'));
  for (const name of ['ask.js', 'create.js', 'currencies.json', 'make-shop.js', 'sell-in.js', 'README.md'])
    await copyFile(join(code, name), join(folder, name));
  const manifest = JSON.parse(await readFile(join(code, 'package.json'), 'utf8')) as object;
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
}
