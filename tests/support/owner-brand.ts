// The owner's brand with a change, taken over while the shop runs.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { importBrand } from '#modules/texts/actions.ts';
import type { Shop } from './shop.ts';

export async function changeBrand({ ctx }: Pick<Shop, 'ctx'>, from: string, to: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-brand-'));
  await cp('shop', folder, { recursive: true });
  const text = await readFile(join(folder, 'brand.yaml'), 'utf8');
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  await writeFile(join(folder, 'brand.yaml'), changed);
  await importBrand(ctx.db, folder);
  await rm(folder, { recursive: true });
}
