import { expect, test } from 'vitest';
import { parseEvents } from './event-stream.ts';

test.for([
  ['', [], ''],
  [':\n\n', [], ''],
  ['retry: 2000\nevent: hello\ndata: 15\n\n', [{ name: 'hello', data: '15', retryMs: 2_000 }], ''],
  [
    'event: news\ndata: orders balance\n\n:\n\nevent: again\ndata: \n\nevent: en',
    [
      { name: 'news', data: 'orders balance', retryMs: 0 },
      { name: 'again', data: '', retryMs: 0 },
    ],
    'event: en',
  ],
] as const)('events in %j are parsed', ([text, events, rest]) => {
  expect(parseEvents(text)).toEqual({ events, rest });
});
