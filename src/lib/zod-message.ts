// A shape's own sentences, where the general ones are stiff. The errors of zod are strings, so a sentence goes through a shape by its id and values and is
// found again when the shape refuses.
import type { Message } from './user-error.ts';

const sentences = new Map<string, Message>();

/** `z.minLength(1, own(messages.name))` */
export function own(message: Message): string {
  const key = message.values === undefined ? message.id : `${message.id} ${JSON.stringify(message.values)}`;
  sentences.set(key, message);
  return key;
}

export const ownSentence = (error: string): Message | undefined => sentences.get(error);
