// Publishes change notifications to the nodes, after commit and off the request path. NOTIFY takes a global
// lock, so notifications are batched and deduplicated. Lost ones do no harm: pages reload when they
// reconnect.
import type { NewsName } from '../../live-topics.ts';
import type { Log } from '../logging/log.ts';
import type { Topic } from './changes.ts';
import { COMMON_CHANNEL, getChannel, type LiveChannel } from './channels.ts';
import type { LiveMessage, LivePublisher } from './transport.ts';

/** All pages may have missed something. */
export const ALL_TOPICS = '*';

export type ChangePublisher = {
  tell(topic: Topic, name: NewsName): void;
  /** Flushes immediately. */
  stop(): Promise<void>;
};

/** Batch delay: not noticeable to users. */
const BATCH_DELAY_MS = 40;
const RETRY_MS = 1_000;
/** Below PostgreSQL's limit of 8,000 bytes. */
const MAX_BYTES = 7_900;
/**
 * If more topics are pending, the database is too slow: publish one "everything may have changed" instead.
 */
const MAX_TOPICS = 20_000;

export function openChangePublisher({ publish }: LivePublisher, log: Log): ChangePublisher {
  let gathered = new Map<Topic, Set<NewsName>>();
  let tooMany = false;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let stopped = false;

  function keep(topic: Topic, names: Iterable<NewsName>): void {
    const known = gathered.get(topic);
    if (known) for (const name of names) known.add(name);
    else if (gathered.size < MAX_TOPICS) gathered.set(topic, new Set(names));
    else tooMany = true;
  }

  function sendIn(ms: number): void {
    if (!stopped) timer ??= setTimeout(send, ms).unref();
  }

  function send(): void {
    timer = undefined;
    sending = sendGathered().then((pause) => {
      sending = undefined;
      if (gathered.size > 0) sendIn(pause);
    });
  }

  /** Delay before the next flush, and before the retry of a failed one. */
  async function sendGathered(): Promise<number> {
    const messages: readonly LiveMessage[] = tooMany ? [{ channel: COMMON_CHANNEL, payload: ALL_TOPICS }] : createMessages(gathered);
    if (messages.length === 0) return BATCH_DELAY_MS;
    const sent = gathered;
    gathered = new Map();
    tooMany = false;
    try {
      await publish(messages);
      return BATCH_DELAY_MS;
    } catch (cause) {
      log.debug({ cause: (cause as Error).message }, 'live.publish.failed');
      for (const [topic, names] of sent) keep(topic, names);
      return RETRY_MS;
    }
  }

  return {
    tell(topic, name) {
      keep(topic, [name]);
      if (!sending) sendIn(BATCH_DELAY_MS);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await sending;
      await sendGathered();
    },
  };
}

/** Lines such as `account:… orders,balance`, as many per message as fit. */
function createMessages(gathered: ReadonlyMap<Topic, ReadonlySet<NewsName>>): LiveMessage[] {
  const messages: LiveMessage[] = [];
  const open = new Map<LiveChannel, string>();
  for (const [topic, names] of gathered) {
    const channel = getChannel(topic);
    const words = `${topic} ${[...names].join(',')}`;
    const payload = open.get(channel);
    const isFull = payload !== undefined && payload.length + words.length >= MAX_BYTES;
    if (isFull) messages.push({ channel, payload });
    open.set(channel, payload === undefined || isFull ? words : `${payload}\n${words}`);
  }
  return [...messages, ...[...open].map(([channel, payload]) => ({ channel, payload }))];
}
