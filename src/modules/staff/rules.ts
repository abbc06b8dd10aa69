// Session limits and team rules. Pure.

/** A working day. */
export const SESSION_HOURS = 12;
/** A session ends after so much inactivity. */
const IDLE_HOURS = 2;
export const INVITATION_HOURS = 72;

export const getIdleLimit = (now: Date): Date => new Date(now.getTime() - IDLE_HOURS * 3_600_000);
export const isIdle = (lastUsedAt: Date, now: Date): boolean => lastUsedAt < getIdleLimit(now);

type StaffMember = { readonly id: string; readonly role: string; readonly joinedAt: Date | null; readonly endedAt: Date | null };

/** The last owner cannot be removed or demoted. */
export const hasOwnerAfterChange = (
  team: readonly StaffMember[],
  changed: { readonly id: string; readonly role: string | null },
): boolean => team.some(({ id, role, joinedAt, endedAt }) => joinedAt && !endedAt && (id === changed.id ? changed.role : role) === 'owner');
