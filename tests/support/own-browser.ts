// A browser that Playwright does not drive: with a debugger at the page instead of its tab, Chromium prepares
// no pages.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { chromiumArgs, findChromium } from './browser.ts';

type Told = { readonly method: string; readonly params: Readonly<Record<string, unknown>> };
type Target = { readonly type: string; readonly subtype?: string };
type Answer = { readonly id?: number; readonly result?: unknown; readonly error?: { readonly message: string } } & Told;

export type OwnTab = {
  /** What Chromium has told. */
  readonly events: readonly Told[];
  /** A command to the page that is shown, or to the one that is prepared. */
  send<Result>(method: string, params?: object, which?: 'shown' | 'prepared'): Promise<Result>;
  /** The value of an expression, or of its promise. */
  evaluate<Value>(expression: string, which?: 'shown' | 'prepared'): Promise<Value>;
  point(selector: string): Promise<void>;
  click(): Promise<void>;
  close(): Promise<void>;
};

export async function openOwnTab(): Promise<OwnTab> {
  const { socket, stop } = await startBrowser();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const events: Told[] = [];
  const sessions = { shown: '', prepared: '' };
  const attached = Promise.withResolvers<void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, method, params } = JSON.parse(String(data)) as Answer;
    if (id !== undefined) {
      const asked = waiting.get(id);
      if (error) asked?.reject(new Error(error.message));
      else asked?.resolve(result);
      return;
    }
    events.push({ method, params });
    if (method !== 'Target.attachedToTarget') return;
    const { type, subtype } = params.targetInfo as Target;
    if (type !== 'page') return;
    sessions[subtype === 'prerender' ? 'prepared' : 'shown'] = String(params.sessionId);
    attached.resolve();
  });
  const command = <Result>(method: string, params: object, sessionId?: string): Promise<Result> => {
    const id = waiting.size + 1;
    waiting.set(id, Promise.withResolvers());
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    return waiting.get(id)?.promise as Promise<Result>;
  };
  const { targetId } = await command<{ targetId: string }>('Target.createTarget', { url: 'about:blank', forTab: true });
  const { sessionId } = await command<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  await command('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, sessionId);
  await attached.promise;
  const send: OwnTab['send'] = (method, params = {}, which = 'shown') => command(method, params, sessions[which]);
  const evaluate = async <Value>(expression: string, which: 'shown' | 'prepared' = 'shown'): Promise<Value> => {
    const { result } = await send<{ result: { value: Value } }>(
      'Runtime.evaluate',
      { expression, returnByValue: true, awaitPromise: true },
      which,
    );
    return result.value;
  };
  let place = { x: 0, y: 0 };
  const mouse = (type: string) => send('Input.dispatchMouseEvent', { type, ...place, button: 'left', clickCount: 1 });
  return {
    events,
    send,
    evaluate,
    async point(selector) {
      place = await evaluate(
        `(({ x, y }) => ({ x: x + 3, y: y + 3 }))(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
      );
      await send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place });
    },
    async click() {
      await mouse('mousePressed');
      await mouse('mouseReleased');
      // The prepared page is the one that is shown now.
      if (sessions.prepared) sessions.shown = sessions.prepared;
      sessions.prepared = '';
    },
    close: stop,
  };
}

async function startBrowser(): Promise<{ readonly socket: WebSocket; readonly stop: () => Promise<void> }> {
  const { path, env } = findChromium();
  const profile = await mkdtemp(join(tmpdir(), 'fanfare-browser-'));
  const args = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--window-size=1280,900', ...chromiumArgs];
  const child = spawn(path, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  const address = await new Promise<string>((found, fail) => {
    child.once('exit', () => fail(new Error(`Chromium did not start:\n${output}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, url] = /listening on (ws:\S+)/.exec(output) ?? [];
      if (url !== undefined) found(url);
    });
  });
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const stop = async () => {
    socket.close();
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    // Its other processes still write for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { socket, stop };
}

// Chromium's virtual authenticator (the WebAuthn domain of its protocol).

export async function addVirtualAuthenticator(page: Page): Promise<{ remove(): Promise<void> }> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { remove: () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }).then(() => undefined) };
}
