// Tells an owner on the first page what is left to do.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { deskQuery } from '../../shared/api/queries.ts';
import styles from './setup-banner.module.css';

export function SetupBanner() {
  const banner = useQuery(deskQuery('GET /api/setup')).data?.banner;
  if (!banner) return null;
  return (
    <p className={styles.banner}>
      {banner} <Link to="/setup">Continue</Link>
    </p>
  );
}
