// Tells an owner on the first page that the shop is not ready to open.

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { deskQuery } from '../../shared/api/queries.ts';
import styles from './setup-banner.module.css';

export function SetupBanner() {
  const { data } = useQuery(deskQuery('GET /api/first-hour'));
  const left = data?.filter(({ state }) => state !== 'done').length ?? 0;
  if (left === 0) return null;
  return (
    <p className={styles.banner}>
      Before the shop opens, {left === 1 ? 'one step is' : `${left} steps are`} left. <Link to="/first-hour">Go through them</Link>
    </p>
  );
}
