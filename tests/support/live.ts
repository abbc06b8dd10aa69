// A subscriber to the live updates of an account, by fetch with a token.
import { expect } from 'vitest';

export type Ear = {
  readonly status: number;
  readonly headers: Headers;
  /** `news orders`, `hello 15`, in order of arrival. */
  readonly heard: string[];
  /** The stream has ended. */
  isOver(): boolean;
  close(): void;
};

const PATIENCE = { interval: 20 };

export async function listenTo(storefront: string, token: string, query = ''): Promise<Ear> {
  const gone = new AbortController();
  const answer = await fetch(`${storefront}/api/events${query}`, { headers: { authorization: `Bearer ${token}` }, signal: gone.signal });
  const heard: string[] = [];
  let over = false;
  void follow(answer, heard)
    .catch(() => undefined)
    .then(() => {
      over = true;
    });
  return { status: answer.status, headers: answer.headers, heard, isOver: () => over, close: () => gone.abort() };
}

async function follow(answer: Response, heard: string[]): Promise<void> {
  let rest = '';
  for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, name, data] = /event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (name) heard.push(`${name} ${data}`.trim());
    }
  }
}

/** Waits for a topic, alone or with others, and drops its event and all before it. */
export async function hears({ heard }: Ear, what: string | RegExp): Promise<void> {
  const isIt = (each: string) => (typeof what === 'string' ? isIn(what, each) : what.test(each));
  await expect.poll(() => heard.some(isIt), { ...PATIENCE, message: `${what} in ${JSON.stringify(heard)}` }).toBe(true);
  heard.splice(0, heard.findIndex(isIt) + 1);
}

/** `news orders balance` contains `news orders`. */
function isIn(what: string, said: string): boolean {
  const [name, ...words] = what.split(' ');
  const [saidName, ...saidWords] = said.split(' ');
  return name === saidName && words.every((word) => saidWords.includes(word));
}

export const ends = (listener: Ear) => expect.poll(listener.isOver, PATIENCE).toBe(true);
