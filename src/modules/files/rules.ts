// How long an unclaimed file is stored, and what its owner reads if it is gone. Pure.
import type { Message } from '#lib/user-error.ts';

/** The file is still uploading, was deleted after a day, or belongs to another account. */
export const fileGone: Message = /*i18n*/ {
  id: 'brief.fileGone',
  message: 'This file hasn’t arrived. Wait for the upload to finish, or add it again.',
};

const UNCLAIMED_MS = 86_400_000;

/** When an unclaimed file is deleted. */
export const getExpiry = (uploadStartedAt: Date): Date => new Date(uploadStartedAt.getTime() + UNCLAIMED_MS);
/** Unclaimed files whose upload started before this time are deleted. */
export const getExpiryLimit = (now: Date): Date => new Date(now.getTime() - UNCLAIMED_MS);

/** The missing ids from a failed claim; undefined for other errors. */
export function findMissing(cause: unknown): readonly string[] | undefined {
  const { code, detail = '' } = (cause ?? {}) as { code?: string; detail?: string };
  return code === 'FF006' ? detail.split(' ') : undefined;
}

const fileId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The files that briefs name. Only files are answered with a list of such ids; the questions of an old order
 * may be gone.
 */
export const listFileIds = (briefs: readonly Readonly<Record<string, unknown>>[]): string[] =>
  briefs
    .flatMap((answers) => Object.values(answers))
    .flatMap((answer) => (Array.isArray(answer) ? answer.map(String) : []))
    .filter((id) => fileId.test(id));
