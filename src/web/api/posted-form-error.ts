// What the server said to a form that the browser posted itself, as a call would throw it. Pure.
import type { PostedForm } from '../../lib/rendering.ts';
import { type ApiError, toApiError } from '../../ui/api-error.ts';

export const refusalOf = ({ status, retryAfterSeconds, ...problem }: PostedForm): ApiError =>
  toApiError(status, JSON.stringify(problem), retryAfterSeconds === undefined ? null : String(retryAfterSeconds));
