// `npm run fanfare -- routes`: prints every call and every page with its handler.
import { api } from '../src/api.ts';
import { eventHandlers } from '../src/event-handlers.ts';
import { type JobRow, jobNames, jobs } from '../src/jobs.ts';
import type { CallRow } from '../src/lib/calls.ts';
import { type NewsRow, news } from '../src/live-topics.ts';
import { type PageRow, pages } from '../src/pages.ts';

const calls = Object.entries<CallRow>(api).map(([call, { who, about }]) => {
  const [method = '', path = ''] = call.split(' ');
  return [method, path, who, about];
});
const rows = Object.entries<PageRow>(pages).map(([name, { path, who, server }]) => [path, name, who, server ? 'server' : 'browser']);

print('Calls', ['method', 'path', 'who', 'about'], calls);
print('Pages', ['path', 'name', 'who', 'rendered'], rows);
print(
  'Events',
  ['event', 'handled by'],
  Object.entries(eventHandlers).map(([event, handlers]) => [
    event,
    Object.values(handlers)
      .map(({ name }) => name)
      .join(', '),
  ]),
);
print(
  'Jobs',
  ['name', 'attempts', 'schedule'],
  jobNames.map((name) => {
    const { attempts, schedule }: JobRow = jobs[name];
    return [name, String(attempts), schedule ?? 'when enqueued'];
  }),
);
print(
  'Live updates',
  ['name', 'audience', 'about'],
  Object.entries<NewsRow>(news).map(([name, { about, inside }]) => [name, inside ? 'the node' : 'open pages', about]),
);

function print(title: string, head: readonly string[], lines: readonly (readonly string[])[]): void {
  const widths = head.map((word, column) => Math.max(word.length, ...lines.map((line) => line[column]?.length ?? 0)));
  console.log(`${title} (${lines.length})`);
  for (const line of [head, ...lines])
    console.log(`  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
  console.log('');
}
