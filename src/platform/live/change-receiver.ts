// Receives the changes that nodes publish, and remembers the newest. At first it listens to all channels, so
// that it knows what has changed while a page was on its way. A channel that no stream needs is left as soon
// as it has brought much: in a large shop a node ends with those of its own streams.
import { isNewsName, type NewsName } from '../../live-topics.ts';
import type { Replica } from '../database/replica.ts';
import { ALL_TOPICS } from './change-publisher.ts';
import type { Topic } from './changes.ts';
import { ALL_CHANNELS, COMMON_CHANNEL, getChannel, type LiveChannel } from './channels.ts';
import { createRecentChanges } from './recent-changes.ts';
import type { LiveSubscriber } from './transport.ts';

export type ChangeReceiver = {
  /** Undefined if the changes of the topic are heard already; otherwise resolves when they are. */
  need(topic: Topic): Promise<void> | undefined;
  /** What has changed since this moment, in monotonic milliseconds; undefined if that is not known. */
  since(topic: Topic, at: number): readonly NewsName[] | undefined;
};

type Subscription = { heardSince: number; received: number; readonly ready: Promise<void> };

/** Then it is checked whether a stream needs the channel. */
const RECEIVED_BETWEEN_CHECKS = 1_000;

type Options = {
  readonly subscriber: LiveSubscriber;
  /** Has to know the changes of all accounts. */
  readonly replica?: Replica | undefined;
  onChange(topic: Topic, names: readonly NewsName[]): void;
  /** Changes may have been missed. */
  onGap(): void;
  isNeeded(channel: LiveChannel): boolean;
};

export async function openChangeReceiver({ subscriber, replica, onChange, onGap, isNeeded }: Options): Promise<ChangeReceiver> {
  const now = () => performance.now();
  const recent = createRecentChanges(now);
  const subscribed = new Map<LiveChannel, Subscription>();

  /** Undefined: some notifications may have been missed. */
  function listener(payload: string | undefined): void {
    if (payload === undefined || payload === ALL_TOPICS) {
      recent.forget();
      replica?.forget();
      onGap();
      return;
    }
    for (const { topic, names } of parseNotification(payload)) {
      leaveUnlessNeeded(getChannel(topic));
      recent.note(topic, names);
      replica?.note(topic, names);
      onChange(topic, names);
    }
  }

  function leaveUnlessNeeded(channel: LiveChannel): void {
    const subscription = subscribed.get(channel);
    if (!subscription || ++subscription.received < RECEIVED_BETWEEN_CHECKS) return;
    subscription.received = 0;
    if (replica || isNeeded(channel)) return;
    subscribed.delete(channel);
    void subscriber.unsubscribe([channel]);
  }

  function subscribe(channel: LiveChannel): Promise<void> {
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    const subscription: Subscription = { heardSince: Number.POSITIVE_INFINITY, received: 0, ready };
    subscribed.set(channel, subscription);
    void subscriber.subscribe([channel], listener).then(() => {
      subscription.heardSince = now();
      resolve();
    });
    return ready;
  }

  await subscriber.subscribe(ALL_CHANNELS, listener);
  const heardSince = now();
  for (const channel of ALL_CHANNELS)
    if (channel !== COMMON_CHANNEL) subscribed.set(channel, { heardSince, received: 0, ready: Promise.resolve() });

  return {
    need(topic) {
      const channel = getChannel(topic);
      const subscription = subscribed.get(channel);
      if (!subscription) return subscribe(channel);
      subscription.received = 0;
      return subscription.heardSince === Number.POSITIVE_INFINITY ? subscription.ready : undefined;
    },
    since(topic, at) {
      const subscription = subscribed.get(getChannel(topic));
      return subscription && at > subscription.heardSince ? recent.since(topic, at) : undefined;
    },
  };
}

/** Lines such as `account:… orders,balance`, one topic each. */
function parseNotification(payload: string): { readonly topic: Topic; readonly names: readonly NewsName[] }[] {
  return payload.split('\n').map((line) => {
    const [topic = '', names = ''] = line.split(' ');
    return { topic: topic as Topic, names: names.split(',').filter(isNewsName) };
  });
}
