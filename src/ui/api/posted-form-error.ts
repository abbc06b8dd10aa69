// Turns the server's response to a natively posted form into an ApiError. Pure.
import type { PostedForm } from '#lib/rendering.ts';
import { type ApiError, toApiError } from './api-error.ts';

export const readPostedError = ({ status, retryAfterSeconds, ...problem }: PostedForm): ApiError =>
  toApiError(status, JSON.stringify(problem), retryAfterSeconds === undefined ? null : String(retryAfterSeconds));
