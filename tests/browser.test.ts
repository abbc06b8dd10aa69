// Tests of the browser support: page errors and accessibility errors are found, and Japanese text is drawn.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe } from 'vitest';
import { test as base, expect, expectAccessible, shoot } from './support/page.ts';

const test = base.extend('painted', { scope: 'file' }, true);

const bodies: Readonly<Record<string, string>> = {
  '/': '<main><h1>Hello</h1><p>Words</p><button type="button" onclick="this.textContent=\'Clicked\'">Click</button></main>',
  '/nameless': '<main><h1>Hello</h1><img src="data:," width="1" height="1"><button></button></main>',
  '/throws': '<main><h1>Hello</h1></main><script>throw new Error("planted")</script>',
  '/elsewhere': '<main><h1>Hello</h1></main><script>fetch("http://shop.invalid/").catch(() => {})</script>',
};

const server = createServer((request, response) => {
  const body = bodies[request.url ?? ''];
  response.writeHead(body ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><body>${body ?? ''}`);
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe('browser test page', () => {
  test('button can be clicked after the page has loaded', async ({ page }) => {
    await page.goto(origin);
    await page.getByRole('button').click();
    await expect(page.getByRole('button')).toHaveText('Clicked');
    await expectAccessible(page);
  });

  test('expectAccessible fails if axe finds an error that is not excepted', async ({ page }) => {
    await page.goto(`${origin}/nameless`);
    await expect(expectAccessible(page)).rejects.toThrow(/button-name[\s\S]*image-alt/);
    await expectAccessible(page, { except: ['button-name', 'image-alt'] });
  });

  test.for([
    { path: '/throws', error: /thrown: .*planted/, count: 1 },
    { path: '/missing', error: /console: .*404/, count: 1 },
    { path: '/elsewhere', error: /asked another host: http:\/\/shop\.invalid/, count: 2 },
  ])('error is recorded: $path', async ({ path, error, count }, { page, pageErrors }) => {
    await page.goto(origin + path);
    await expect.poll(() => pageErrors.length).toBe(count);
    expect(pageErrors.join('\n')).toMatch(error);
    pageErrors.length = 0;
  });

  test('error in a second browser context is recorded', async ({ openContext, pageErrors }) => {
    const page = await (await openContext()).newPage();
    await page.goto(`${origin}/throws`);
    await expect.poll(() => pageErrors.join()).toMatch(/thrown: .*planted/);
    pageErrors.length = 0;
  });

  test('Japanese characters are drawn with different glyphs', async ({ page }) => {
    await page.goto(origin);
    // Missing glyphs are all drawn as the same box.
    const boxes = [];
    for (const character of ['日', '本', '語']) {
      await page.setContent(`<span style="font: 4rem sans-serif">${character}</span>`);
      boxes.push((await page.locator('span').screenshot()).toString('base64'));
    }
    expect(new Set(boxes).size).toBe(boxes.length);
    await page.setContent('<p style="font: 2rem sans-serif">日本語の文字、太字は<b>こちら</b>です。</p>');
    await shoot(page, 'ground/japanese');
  });
});
