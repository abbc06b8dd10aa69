// Decisions about those who work at the desk. Pure.

/** A working day. */
export const SESSION_HOURS = 12;
/** Whoever does nothing for so long has left the desk. */
const IDLE_HOURS = 2;
export const INVITATION_HOURS = 72;

export const isIdle = (seenAt: Date, now: Date): boolean => now.getTime() - seenAt.getTime() > IDLE_HOURS * 3_600_000;

type Member = { readonly id: string; readonly role: string; readonly joinedAt: Date | null; readonly endedAt: Date | null };

/** Somebody has to be able to let others in. */
export const keepsAnOwner = (team: readonly Member[], changed: { readonly id: string; readonly role: string | null }): boolean =>
  team.some(({ id, role, joinedAt, endedAt }) => joinedAt && !endedAt && (id === changed.id ? changed.role : role) === 'owner');
