// Links between the list, the board and the calendar of the queue, which share their filters.
import { Link, useSearch } from '@tanstack/react-router';
import type { QueueSearch } from './queue-search.ts';
import styles from './views.module.css';

const views = { '/queue': 'List', '/queue/board': 'Board', '/queue/calendar': 'Calendar' } as const;

export function QueueViews() {
  const { service, language, maker, state, clock, search }: QueueSearch = useSearch({ strict: false });
  return (
    <nav className={styles.views} aria-label="Views of the queue">
      {(Object.keys(views) as (keyof typeof views)[]).map((to) => (
        <Link
          key={to}
          to={to}
          search={{ service, language, maker, state, clock, search }}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {views[to]}
        </Link>
      ))}
    </nav>
  );
}
