// The reader's time zone, such as Europe/Oslo. Sent with each log-in, for the dates of mails.
export const getOwnTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
