// The system's Firefox, driven through WebDriver BiDi, with the same journeys as Chromium: `TEST_BROWSER=firefox npm test -- tests/journeys/cart`.
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, firefox } from '@playwright/test';

export function findFirefox(): string | undefined {
  const names = ['firefox-esr', 'firefox'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

export const isFirefox = process.env.TEST_BROWSER === 'firefox';

export async function launchFirefox(): Promise<Browser> {
  const path = findFirefox();
  if (path === undefined) throw new Error('No Firefox was found: install it, on Debian with apt-get install firefox-esr.');
  // Playwright starts one file, which cannot have arguments of its own.
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-firefox-'));
  const launcher = join(folder, 'firefox');
  const command = [process.execPath, join(import.meta.dirname, 'firefox-proxy.cjs'), path].map((word) => `'${word}'`).join(' ');
  writeFileSync(launcher, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: launcher });
  browser.on('disconnected', () => rmSync(folder, { recursive: true, force: true }));
  return browser;
}

/**
 * Playwright fills a field of this Firefox by its `value`, which React takes for a change of its own and ignores. The browser's own command to insert
 * text does what typing does.
 */
export const insertAsTyped = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const get = () => (text: string) => void document.execCommand('insertText', false, text);
    Object.defineProperty(window, '__pw_bidiInsertText', { get, set: () => undefined });
  });

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
