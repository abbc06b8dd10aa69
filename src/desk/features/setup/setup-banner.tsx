// Tells an owner on the first page that the shop is not ready to open.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { deskQuery } from '../../shared/api/queries.ts';
import styles from './setup-banner.module.css';

export function SetupBanner() {
  const { data } = useQuery(deskQuery('GET /api/first-hour'));
  const openSteps = data?.filter(({ state }) => state !== 'done').length ?? 0;
  if (openSteps === 0) return null;
  return (
    <p className={styles.banner}>
      {openSteps === 1 ? '1 step' : `${openSteps} steps`} left before the shop can open. <Link to="/first-hour">Continue set-up</Link>
    </p>
  );
}
