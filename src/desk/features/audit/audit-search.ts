// Search parameters of the audit log.
import { deskPagesQuery } from '../../shared/api/queries.ts';
import { parseText, searchValidator } from '../../shared/routing/search.ts';

export const auditSearch = searchValidator({ operator: parseText, kind: parseText, about: parseText });

const PAGE_ROWS = 50;

export const auditQuery = (search: ReturnType<typeof auditSearch>) =>
  deskPagesQuery('GET /api/audit', { ...search, limit: PAGE_ROWS }, (lines) =>
    lines.length < PAGE_ROWS ? undefined : { before: lines.at(-1)?.id },
  );
