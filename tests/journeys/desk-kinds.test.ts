// The kind of a service at the desk: why it holds a brief, and how it is chosen in the form.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible } from '../support/journey.ts';
import { bureauWith, CLOSED, orderedSubtitles } from '../support/sample-shop.ts';

const folder = await mkdtemp(join(tmpdir(), 'fanfare-kinds-'));
await bureauWith(folder, 'subtitle-tools:subtitles', ['fanfare-subtitles-plugin']);
afterAll(() => rm(folder, { recursive: true, force: true }));
const test = base.extend('shopOptions', { scope: 'file' }, { folder, environment: { RATE_LIMITS: 'off' } });

test('kind of a plugin: the desk shows why it holds a brief, and the form publishes another kind', async ({ page, shop, pageErrors }) => {
  const { pieceId } = await orderedSubtitles(shop, { videoUrl: CLOSED });
  const owner = await operating(shop, 'owner');
  await logInToDesk(page, shop, owner.email, `/queue/${pieceId}`);
  const review = page.getByRole('region', { name: 'Brief to review' });
  await expect(review).toContainText('Subtitles: The video may need an account. Try to watch it (“films.example”).');
  await page.goto(`${shop.urls.desk}/catalogue/subtitles.yaml`);
  await page.locator('summary').filter({ hasText: 'How it is made' }).click();
  const [kind, maker] = [page.getByLabel('Kind', { exact: true }), page.getByLabel('Made by')];
  await expect(kind).toHaveValue('subtitle-tools:subtitles');
  await expect(maker).toHaveText(/As its kind: Transcript sheets \(plugin\), then people.*People$/);
  await expectAccessible(page);
  await kind.selectOption('Content');
  await expect(maker).not.toHaveText(/As its kind/);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByLabel('Reason').fill('Any text is welcome.');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  const read = async () => (await owner.call('GET /api/catalogue/file', { file: 'subtitles.yaml' })).body;
  await expect.poll(async () => (await read()).service?.kind).toBe('service');
  // Not logged in at first.
  pageErrors.length = 0;
});
