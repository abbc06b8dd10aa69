// What the server said to a form that the browser posted itself, as a call would throw it. Pure.
import type { PostedForm } from '../../lib/rendering.ts';
import { type Refused, refusedOf } from '../../ui/api-error.ts';

export const refusalOf = ({ status, retryAfterSeconds, ...problem }: PostedForm): Refused =>
  refusedOf(status, JSON.stringify(problem), retryAfterSeconds === undefined ? null : String(retryAfterSeconds));
