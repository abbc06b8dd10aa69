// The channels on which changes are published: accounts are spread over many, so that a node receives those
// that its own streams are about. Pure.
import type { Topic } from './changes.ts';

/** The same on all nodes of a shop. */
const SHARDS = 64;

/** Heard by every node: what is about all pages, and everything that older versions publish. */
export const COMMON_CHANNEL = 'live';
const DESK_CHANNEL = 'live_desk';
export type LiveChannel = typeof COMMON_CHANNEL | `live_${string}`;

/** For what follows the changes of all. */
export const ALL_CHANNELS: readonly LiveChannel[] = [
  COMMON_CHANNEL,
  DESK_CHANNEL,
  ...Array.from({ length: SHARDS }, (_, shard) => `live_${shard}` as const),
];

export const getChannel = (topic: Topic): LiveChannel => (topic.startsWith('account:') ? `live_${hashText(topic) % SHARDS}` : DESK_CHANNEL);

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
