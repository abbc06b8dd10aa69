// Finds Chromium: the one in CHROMIUM, the system's, Playwright's, or the npm package, unpacked into
// node_modules/.cache.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium as playwright } from '@playwright/test';

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
  const child = spawnSync(process.execPath, [join(import.meta.dirname, 'unpack-chromium.ts')], {
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
export function withJapanese(folders: readonly string[]): Record<string, string> {
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
