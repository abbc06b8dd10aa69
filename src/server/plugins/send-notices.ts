// Gives notices to plugins, each in a thread of its own with a time limit. One notice at a time for each
// plugin.
import { pathToFileURL } from 'node:url';
import type { NoticeListeners } from '#modules/mail/shapes.ts';
import type { AppContext } from '#platform/app-context.ts';
import { formatCause } from '#platform/logging/log.ts';
import { getThreadUrl } from '#platform/paths.ts';
import { openThread, type ThreadLimits } from '#platform/threads/thread.ts';
import type { NoticeWork } from './notice-thread.ts';
import { NOTICE_SECONDS, type Plugin } from './plugin.ts';
import type { LoadedPlugin } from './read-plugins.ts';

const limits: ThreadLimits = { workMs: NOTICE_SECONDS * 1_000, idleMs: 60_000, memoryMb: 256 };
/**
 * After a time-out its next notices wait, so that a plugin that hangs does not keep the jobs of mails
 * waiting.
 */
const PAUSE_MS = 60_000;

type NoticeKind = NoticeWork['kind'];
type PluginNotice<Kind extends NoticeKind> = Parameters<NonNullable<NonNullable<Plugin['notices']>[Kind]>>[0];

export function openPluginNotices({ log }: Pick<AppContext, 'log'>, plugins: readonly LoadedPlugin[], { workMs = limits.workMs } = {}) {
  const senders = new Map(
    plugins.flatMap(({ plugin, file }) => (plugin.notices ? [[plugin.name, openSender(file, { ...limits, workMs })] as const] : [])),
  );
  const createListeners = <Kind extends NoticeKind>(kind: Kind): NoticeListeners<PluginNotice<Kind>> => ({
    names: plugins.filter(({ plugin }) => plugin.notices?.[kind]).map(({ plugin }) => plugin.name),
    async send(name, notice, signal) {
      try {
        await senders.get(name)?.send(kind, notice, signal);
      } catch (cause) {
        log.warn({ plugin: name, notice: kind, cause: formatCause(cause) }, 'plugins.notice.failed');
        throw cause;
      }
    },
  });
  return {
    staff: createListeners('staff'),
    customer: createListeners('customer'),
    async stop(): Promise<void> {
      await Promise.all([...senders.values()].map(({ stop }) => stop()));
    },
  };
}

function openSender(file: string, own: ThreadLimits) {
  const module = pathToFileURL(file).href;
  const thread = openThread<NoticeWork, void>(getThreadUrl('src/server/plugins/notice-thread.ts'), own);
  let before: Promise<unknown> = Promise.resolve();
  let pausedUntil = 0;

  async function sendNow(kind: NoticeKind, notice: unknown, signal: AbortSignal): Promise<void> {
    if (performance.now() < pausedUntil) throw new Error('paused, because an earlier notice took too long');
    signal.throwIfAborted();
    const started = performance.now();
    // The process stops: the notice comes again.
    const stopThread = () => void thread.stop();
    signal.addEventListener('abort', stopThread);
    try {
      await thread.run({ module, kind, notice });
    } catch (cause) {
      if (performance.now() - started >= own.workMs) pausedUntil = performance.now() + PAUSE_MS;
      throw cause;
    } finally {
      signal.removeEventListener('abort', stopThread);
    }
  }

  return {
    send(kind: NoticeKind, notice: unknown, signal: AbortSignal): Promise<void> {
      const mine = before.then(() => sendNow(kind, notice, signal));
      before = mine.catch(() => undefined);
      return mine;
    },
    stop: thread.stop,
  };
}
