// Finds Chromium: the one in CHROMIUM, the system's, Playwright's, or the npm package, unpacked into
// node_modules/.cache.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, firefox, chromium as playwright, type Request } from '@playwright/test';

export type Chromium = { readonly path: string; readonly env: Readonly<Record<string, string>>; readonly from: string };

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/fanfare');

// No sandbox, because it fails in containers and as root. No background requests, because a closed network
// refuses them.
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  // Without these it starts a process that emulates a GPU, which takes a tenth of the processor time of the
  // tests.
  '--disable-software-rasterizer',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

let found: Chromium | undefined;

export function findChromium(): Chromium {
  found ??= named() ?? system() ?? playwrights() ?? fromNpm();
  return found;
}

/** A separate browser. Tests of pages take the `page` of page.ts, which shares one browser per file. */
export function launch(): Promise<Browser> {
  const { path, env } = findChromium();
  return playwright.launch({ executablePath: path, args: [...chromiumArgs], env: { ...environment(), ...env } });
}

function named(): Chromium | undefined {
  const path = process.env.CHROMIUM;
  if (!path) return undefined;
  if (!executable(path)) throw new Error(`CHROMIUM names ${path}, which is not executable.`);
  return { path, env: withJapanese([]), from: 'CHROMIUM' };
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe'];
const places: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

function system(): Chromium | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...(places[process.platform] ?? [])];
  const path = candidates.find(executable);
  return path ? { path, env: withJapanese([]), from: 'the system' } : undefined;
}

function playwrights(): Chromium | undefined {
  const path = playwright.executablePath();
  return path && executable(path) ? { path, env: withJapanese([]), from: 'Playwright' } : undefined;
}

function fromNpm(): Chromium {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('No Chromium was found: install Chrome or Chromium, or name one in CHROMIUM. (npm brings one for Linux x64 only.)');
  const folder = unpacked();
  // With the package's libraries, because a minimal system has no nss.
  const env = { ...withJapanese([join(folder, 'fonts')]), LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
  return { path: join(folder, 'chromium'), env, from: 'npm' };
}

/**
 * The package unpacks to fixed names in TMPDIR and only checks whether a file exists: a parallel process
 * would run a half-written program (ETXTBSY), and another project's version would be used silently. So it
 * unpacks to a folder of its own, which is then renamed to the version: renaming is atomic.
 */
function unpacked(): string {
  const pack = join(root, 'node_modules/@sparticuz/chromium/package.json');
  if (!existsSync(pack))
    throw new Error('No Chromium was found, and @sparticuz/chromium is not installed: run npm ci, or name one in CHROMIUM.');
  const { version } = JSON.parse(readFileSync(pack, 'utf8')) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const filling = `${folder}.${process.pid}`;
  mkdirSync(filling, { recursive: true });
  // In a process of its own, because the package reads and changes environment variables when it is loaded.
  const unpack = `await (await import('${import.meta.resolve('@sparticuz/chromium')}')).default.executablePath()`;
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', unpack], {
    // Only with this runtime name does the package unpack the libraries too.
    env: { ...environment(), TMPDIR: filling, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(`Chromium could not be unpacked into ${filling}:\n${child.stderr}`);
  try {
    renameSync(filling, folder);
  } catch (cause) {
    if (!existsSync(folder)) throw cause;
    rmSync(filling, { recursive: true, force: true });
  }
  return folder;
}

/** A minimal system has no Japanese font: adds the one from npm to the system's fonts. */
function withJapanese(folders: readonly string[]): Record<string, string> {
  if (process.platform !== 'linux') return {};
  const noto = join(root, 'node_modules/@expo-google-fonts/noto-sans-jp');
  const dirs = [join(noto, '400Regular'), join(noto, '700Bold'), ...folders];
  const file = join(cache, `fonts-${folders.length}.conf`);
  const text = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    '  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    ...dirs.map((dir) => `  <dir>${dir}</dir>`),
    `  <cachedir>${join(cache, 'fontconfig')}</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n');
  mkdirSync(cache, { recursive: true });
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    // Renamed, because another test run may read it at the same time.
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  }
  return { FONTCONFIG_FILE: file };
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const environment = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));

// The system's Firefox, driven through WebDriver BiDi, with the same journeys as Chromium:
// `TEST_BROWSER=firefox npm test -- tests/journeys/cart`.

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
