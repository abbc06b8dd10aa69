// Custom messages of shapes. zod errors are strings, so the message's id and values are encoded in one and
// decoded when the shape rejects.
import type { Message } from './user-error.ts';

const sentences = new Map<string, Message>();

/** `z.minLength(1, own(messages.name))` */
export function withMessage(message: Message): string {
  const key = message.values === undefined ? message.id : `${message.id} ${JSON.stringify(message.values)}`;
  sentences.set(key, message);
  return key;
}

export const findMessage = (error: string): Message | undefined => sentences.get(error);
