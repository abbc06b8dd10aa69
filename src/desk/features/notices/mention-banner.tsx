// Pieces with notes that mention the operator, on every page until they are opened.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { deskQuery } from '../../shared/api/queries.ts';
import styles from './notices.module.css';

export function MentionBanner() {
  const mentions = useQuery(deskQuery('GET /api/mentions')).data ?? [];
  return (
    <div role="status">
      {mentions.map(({ pieceId, number, by }) => (
        <p key={pieceId} className={styles.mention}>
          {by} mentioned you in{' '}
          <Link to="/queue/$id" params={{ id: pieceId }}>
            {number}
          </Link>
          .
        </p>
      ))}
    </div>
  );
}
