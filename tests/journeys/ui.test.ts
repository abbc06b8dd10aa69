// UI components: behaviour, and computed styles compared with ui.looks.txt, so that a look never changes unnoticed.
// The styles do not depend on fonts or the machine. After an intended change: npm test -- tests/journeys/ui -u
import { describe, expect as expectFile, inject } from 'vitest';
import { makeLog } from '../../src/infra/logging/log.ts';
import { createApp } from '../../src/server/create-app.ts';
import { expect, expectAccessible, live, shoot, test } from '../support/journey.ts';

const styles = [
  'display',
  'color',
  'background-color',
  'border-top-width',
  'border-top-style',
  'border-top-color',
  'border-top-left-radius',
  'box-shadow',
  'min-height',
  'padding-top',
  'padding-left',
  'row-gap',
  'font-size',
  'font-weight',
  'text-decoration-line',
  'cursor',
] as const;
/** Common values are left out of the record. */
const usual = ['none', 'normal', 'auto', '0px', 'rgba(0, 0, 0, 0)', 'inline', 'block'];

describe('look of the components', () => {
  test('every component: same computed styles as the record', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/_ui');
    await live(page);
    const looks = await page.evaluate(
      ([names, silent]) => {
        const inherited = (each: HTMLElement, name: string) =>
          /^(color|font|cursor)/.test(name) && each.parentElement && getComputedStyle(each.parentElement).getPropertyValue(name);
        const bordered = (each: HTMLElement) => getComputedStyle(each).borderTopWidth !== '0px';
        return [...document.querySelectorAll<HTMLElement>('[data-theme-shown]')].flatMap((theme) =>
          [...theme.querySelectorAll<HTMLElement>('[data-specimen]')].flatMap((specimen) =>
            [...specimen.querySelectorAll<HTMLElement>('*')]
              .filter((each) => !each.closest('svg') && !each.closest('details > div'))
              .map((each, index) => {
                const computed = getComputedStyle(each);
                const said = names
                  .map((name) => [name, computed.getPropertyValue(name)] as const)
                  .filter(
                    ([name, value]) =>
                      !silent.includes(value) && value !== inherited(each, name) && (bordered(each) || !name.startsWith('border-top-c')),
                  )
                  .map(([name, value]) => `${name}: ${value}`);
                return `${theme.dataset.themeShown} ${specimen.dataset.specimen} ${index} ${each.tagName.toLowerCase()} | ${said.join('; ')}`;
              }),
          ),
        );
      },
      [styles as readonly string[], usual] as const,
    );
    await expectFile(`${looks.join('\n')}\n`).toMatchFileSnapshot('./ui.looks.txt');
  });

  test.for([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('pictures at %i px, %s: taken', async ([width, colorScheme], { page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/_ui');
    await live(page);
    await shoot(page, `ui/${width}-${colorScheme}`, { fullPage: true });
    await page.getByRole('button', { name: 'Open a grave dialog' }).first().click();
    await shoot(page, `ui/dialog-${width}-${colorScheme}`);
  });
});

test('dialog: traps the focus, and returns it however it is closed', async ({ page }) => {
  await page.goto('/_ui');
  await live(page);
  const opener = page.getByRole('button', { name: 'Open a harmless dialog' }).first();
  const dialog = page.getByRole('dialog', { name: 'Shall it be done?' });
  const said = page.locator('[data-specimen=Dialogs] output').first();

  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  for (let stops = 0; stops < 4; stops++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(
      true,
    );
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(said).toHaveText('Said: left');

  await opener.click();
  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();

  await opener.click();
  await dialog.getByRole('button', { name: 'Do it' }).click();
  await expect(said).toHaveText('Said: yes');
  await expect(opener).toBeFocused();

  const grave = page.getByRole('button', { name: 'Open a grave dialog' }).first();
  await grave.click();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await expect(grave).toBeFocused();
});

test('tabs: one tab stop, and arrow keys move within', async ({ page }) => {
  await page.goto('/_ui');
  await live(page);
  const row = page.getByRole('tablist', { name: 'Orders' }).first();
  const tab = (name: string) => row.getByRole('tab', { name });
  const panel = page.locator('[data-specimen=Tabs]').first().getByRole('tabpanel');
  await tab('All 14').focus();
  for (const [key, name, words] of [
    ['ArrowRight', 'Open 3', 'Orders: open'],
    ['End', 'Cancelled 1', 'Orders: cancelled'],
    ['ArrowRight', 'All 14', 'Orders: all'],
    ['ArrowLeft', 'Cancelled 1', 'Orders: cancelled'],
    ['Home', 'All 14', 'Orders: all'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(name)).toBeFocused();
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    await expect(panel).toHaveText(words);
  }
  await expect(row.locator('[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(panel).toBeFocused();
});

test('toast: disappears, but not while it is focused or hovered, and offers undo', async ({ page }) => {
  await page.clock.install();
  await page.goto('/_ui');
  await live(page);
  const saved = page.getByText('Saved.');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole('button', { name: 'Good news' }).first().click();
  await expect(saved).toBeVisible();
  await page.clock.runFor(6_900);
  await expect(saved).toBeVisible();
  await page.clock.runFor(200);
  await expect(saved).toHaveCount(0);

  await page.getByRole('button', { name: 'Good news' }).first().click();
  await page.getByRole('button', { name: 'Dismiss' }).focus();
  await page.clock.runFor(60_000);
  await expect(saved).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(saved).toHaveCount(0);

  await page.getByRole('button', { name: 'News to take back' }).first().click();
  await page.clock.runFor(20_000);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('[data-specimen=Toasts] output').first()).toHaveText('Taken back: 1');
  await expect(page.getByText('Removed.')).toHaveCount(0);
});

test('toast: no accessibility violations', async ({ page }) => {
  await page.goto('/_ui');
  await live(page);
  await page.getByRole('button', { name: 'News to take back' }).first().click();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await expectAccessible(page);
  await shoot(page, 'ui/toast');
});

test('component page: 404 in production', async ({ shop }) => {
  const { config } = shop.ctx;
  const house = await createApp({
    config: { ...config, production: true, port: 0, deskPort: 0, sandboxPort: undefined },
    connection: shop.connection,
    log: makeLog({ level: 'silent', readable: false }),
    build: inject('build'),
    jobs: false,
  });
  try {
    const { port } = new URL(house.urls.storefront);
    for (const path of ['/_ui', '/_UI/', '/data/_ui']) expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/services`)).status).toBe(200);
  } finally {
    await house.stop();
  }
});

test('component page: its code is not loaded by the home page', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await live(page);
  expect(asked.filter((path) => /\/(ui|tabs|empty|skeleton|meter)[-.]/.test(path))).toEqual([]);
  const scripts = await Promise.all(
    asked.filter((path) => path.endsWith('.js')).map(async (path) => (await page.request.get(path)).text()),
  );
  expect(scripts.join('')).not.toContain('Break this page');
});
