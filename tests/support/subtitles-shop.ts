// The sample of a translation bureau, whose subtitles have a kind of a plugin.
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Line } from '#modules/orders/shapes.ts';
import { type Buyer, buyer, funded, placed } from './money.ts';
import { whole } from './pieces.ts';
import { installExample } from './plugin-folder.ts';
import { samplesFolder } from './sample-shop.ts';
import type { Shop } from './shop.ts';

const bureau = join(samplesFolder, 'bureau');
const FILE = 'catalogue/subtitles.yaml';
/** The example lets people watch videos there, and has doubts about others. */
const OPEN = 'https://vimeo.com/12345';
export const CLOSED = 'https://films.example/12345';

export async function bureauWith(folder: string, kind: string, plugins: readonly string[]): Promise<void> {
  await cp(bureau, folder, { recursive: true });
  await installExample(folder, 'subtitles-plugin');
  await writeFile(join(folder, 'plugins.yaml'), `plugins: ${JSON.stringify(plugins)}\n`);
  const text = await readFile(join(bureau, FILE), 'utf8');
  await writeFile(join(folder, FILE), text.replace('kind: service\n', `kind: ${kind}\n`));
}

export const subtitles = (answers: object = {}): Line => ({
  ...{ offerId: 'subtitles-translated', quantity: 3, platform: null },
  answers: { sourceLanguage: 'no', targetLanguage: 'en', videoUrl: OPEN, rightsConfirmed: true, ...answers },
});

export async function orderedSubtitles(shop: Shop, answers: object = {}): Promise<{ who: Buyer; orderId: string; pieceId: string }> {
  const who = await buyer(shop);
  await funded(shop, who, 100_000);
  const { orderIds } = await placed(shop, who, { lines: [subtitles(answers)], payFromBalance: true, startNow: true });
  const orderId = orderIds[0] ?? '';
  return { who, orderId, pieceId: (await whole(shop, who, orderId)).pieces[0]?.id ?? '' };
}
