// A browser context and page that the tests of a file use in turn, emptied between them. A new context starts
// a renderer process, which takes longer than most tests.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Dialog, Page } from '@playwright/test';
import { patience } from './patience.ts';

export type ReusedPage = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The options that the context was made with. */
  readonly made: string;
  /**
   * Removes what a test left: data of visited sites, other pages, listeners and settings. False if something
   * cannot be removed.
   */
  empty(): Promise<boolean>;
};

/** A small file without script, which any server of a shop answers. */
const PLAIN = '/robots.txt';
const EMPTYING_MS = patience(10_000);
const ordinarySize = { width: 1_280, height: 720 } as const;

/**
 * Changes that cannot be undone: scripts for later pages, bindings, protocol sessions and a stopped clock.
 */
const lasting = {
  context: [
    'addInitScript',
    'exposeFunction',
    'exposeBinding',
    'newCDPSession',
    'grantPermissions',
    'setHTTPCredentials',
    'routeWebSocket',
  ],
  page: ['addInitScript', 'exposeFunction', 'exposeBinding', 'addLocatorHandler', 'routeWebSocket', 'setDefaultTimeout'],
  clock: ['install', 'pauseAt', 'fastForward', 'runFor', 'resume', 'setSystemTime'],
} as const;

type Method = (...args: unknown[]) => unknown;

/** Calls `seen` before each call of these methods. */
function observe(target: object, names: readonly string[], seen: (args: readonly unknown[]) => void): void {
  const methods = target as Record<string, Method>;
  for (const name of names) {
    const method = methods[name];
    if (!method) throw new Error(`Playwright has no ${name}.`);
    methods[name] = (...args) => {
      seen(args);
      return method.apply(target, args);
    };
  }
}

type Listened = { readonly off: (event: string, listener: unknown) => unknown; readonly event: string; readonly listener: unknown };

function observeListeners(target: BrowserContext | Page, listened: Listened[]): void {
  const off = target.off.bind(target) as Listened['off'];
  observe(target, ['on', 'once', 'addListener'], ([event, listener]) => listened.push({ off, event: event as string, listener }));
}

const restorable: readonly (keyof BrowserContextOptions)[] = [
  ...(['locale', 'timezoneId', 'viewport', 'colorScheme', 'reducedMotion', 'forcedColors', 'contrast'] as const),
  ...(['hasTouch', 'isMobile', 'deviceScaleFactor', 'userAgent', 'javaScriptEnabled', 'baseURL'] as const),
];

export const isReusable = (browser: Browser, options: BrowserContextOptions): boolean =>
  browser.browserType().name() === 'chromium' && Object.keys(options).every((name) => (restorable as readonly string[]).includes(name));

/** `prepare` gets the context before it is observed. */
export async function openReusedPage(
  browser: Browser,
  options: BrowserContextOptions & { readonly baseURL: string },
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<ReusedPage> {
  const context = await browser.newContext(options);
  await prepare(context);
  const page = await context.newPage();
  const visited = new Set<string>();
  page.on('framenavigated', (frame) => {
    if (frame.url().startsWith('http')) visited.add(new URL(frame.url()).origin);
  });

  // Not a session for the whole time: a second one takes media and sizes back that Playwright sets.
  const openProtocol = context.newCDPSession.bind(context);
  let isClean = true;
  let isClockFixed = false;
  const setSystemTime = context.clock.setSystemTime.bind(context.clock);
  const listened: Listened[] = [];
  const spoil = () => {
    isClean = false;
  };
  observe(context, lasting.context, spoil);
  observe(page, lasting.page, spoil);
  observe(context.clock, lasting.clock, spoil);
  observe(context.clock, ['setFixedTime'], () => {
    isClockFixed = true;
  });
  observeListeners(context, listened);
  observeListeners(page, listened);

  const restore = async () => {
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const { off, event, listener } of listened.splice(0)) off(event, listener);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await page.setExtraHTTPHeaders({});
    await context.setExtraHTTPHeaders({});
    const protocol = await openProtocol(page);
    await clearStorage(page, protocol, [...visited.add(new URL(options.baseURL).origin)]);
    await protocol.send('Page.resetNavigationHistory');
    await protocol.detach();
    visited.clear();
    await context.clearCookies();
    await page.setViewportSize(options.viewport ?? ordinarySize);
    await page.emulateMedia({
      media: null,
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? 'no-preference',
    });
    await page.emulateMedia({ forcedColors: options.forcedColors ?? 'none', contrast: options.contrast ?? 'no-preference' });
    await page.mouse.move(0, 0);
    if (isClockFixed) await setSystemTime(Date.now());
    isClockFixed = false;
  };
  return {
    context,
    page,
    made: JSON.stringify(options),
    async empty() {
      if (!isClean || page.isClosed()) return false;
      return restore().then(
        () => isClean,
        () => false,
      );
    },
  };
}

/** On a plain page of each site, because a leaving page may still store something. */
async function clearStorage(page: Page, protocol: CDPSession, origins: readonly string[]): Promise<void> {
  // A form with changes asks before it is left.
  const accept = (dialog: Dialog) => void dialog.accept().catch(() => undefined);
  page.on('dialog', accept);
  for (const origin of origins) {
    await page.goto(origin + PLAIN, { timeout: EMPTYING_MS });
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,cache_storage,service_workers' });
  }
  page.off('dialog', accept);
}

/** Stores items on the shop's site, as an earlier visit would have. */
export async function setLocalStorage(context: BrowserContext, items: Readonly<Record<string, string>>): Promise<void> {
  const [open] = context.pages();
  const page = open ?? (await context.newPage());
  await page.goto(PLAIN);
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
  }, items);
  if (!open) await page.close();
}
