// Tells an owner on the desk's first page that the shop is not ready to open.
import { useAsked } from '../../shared/api/query-cache.ts';
import { Link } from '../../shared/browser/location.tsx';
import styles from './setup-banner.module.css';

export function FirstHourBanner() {
  const { data } = useAsked('GET /api/first-hour');
  const left = data?.filter(({ state }) => state !== 'done').length ?? 0;
  if (left === 0) return null;
  return (
    <p className={styles.banner}>
      Before the shop opens, {left === 1 ? 'one step is' : `${left} steps are`} left. <Link href="/first-hour">Go through them</Link>
    </p>
  );
}
