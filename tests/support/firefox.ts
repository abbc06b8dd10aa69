// The system's Firefox, driven through WebDriver BiDi, with the same journeys as Chromium:
// `TEST_BROWSER=firefox npm test -- tests/journeys/cart`.
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, firefox, type Request } from '@playwright/test';
import { withJapanese } from './browser.ts';

export function findFirefox(): string | undefined {
  const names = ['firefox-esr', 'firefox'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

export const isFirefox = process.env.TEST_BROWSER === 'firefox';

/** The hash of the style that Playwright adds to a page for a screenshot, which the page's policy refuses. */
export const STYLE_OF_SCREENSHOTS = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=';

export async function launchFirefox(): Promise<Browser> {
  const path = findFirefox();
  if (path === undefined) throw new Error('No Firefox was found: install it, on Debian with apt-get install firefox-esr.');
  // Playwright starts one file, which cannot have arguments of its own.
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-firefox-'));
  const launcher = join(folder, 'firefox');
  const command = [process.execPath, join(import.meta.dirname, 'firefox-proxy.cjs'), path].map((word) => `'${word}'`).join(' ');
  writeFileSync(launcher, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
  const env = { ...(process.env as Record<string, string>), ...withJapanese([]) };
  const firefoxUserPrefs = {
    // The panel of downloads takes the focus from the page.
    'browser.download.alwaysOpenPanel': false,
    // Playwright waits for ever for a page that Firefox has kept for Back.
    'browser.sessionhistory.max_total_viewers': 0,
    // Firefox opens each PDF that it has saved, and those of tests are not whole.
    'pdfjs.disabled': true,
  };
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: launcher, env, firefoxUserPrefs });
  browser.on('disconnected', () => rmSync(folder, { recursive: true, force: true }));
  return browser;
}

/**
 * Playwright fills a field of this Firefox by its `value`, which React takes for a change of its own and
 * ignores. The browser's own command to insert text does what typing does.
 */
export const insertAsTyped = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const get = () => (text: string) => void document.execCommand('insertText', false, text);
    Object.defineProperty(window, '__pw_bidiInsertText', { get, set: () => undefined });
  });

const BODY_HEADER = 'x-test-body';

/** Playwright has no bodies of this Firefox's requests, so the page sends a short one in a header too. */
export const sendBodies = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((header) => {
    const { fetch } = window;
    window.fetch = (address, options) => {
      const body = options?.body;
      if (typeof body !== 'string' || body.length > 2_000) return fetch(address, options);
      const headers = new Headers(options?.headers);
      headers.set(header, encodeURIComponent(body));
      return fetch(address, { ...options, headers });
    };
  }, BODY_HEADER);

/** The body of a request, in both browsers. */
export const getBody = (request: Request): string => request.postData() ?? decodeURIComponent(request.headers()[BODY_HEADER] ?? '');

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
