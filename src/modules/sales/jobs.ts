import type { JobHandlers } from '../../jobs.ts';
import { type RemindersDeps, sendReminders } from './reminders.ts';

export const salesJobs = (deps: RemindersDeps): Pick<JobHandlers, 'sales.sendReminders'> => ({
  'sales.sendReminders': (_, signal) => sendReminders(deps, signal),
});
