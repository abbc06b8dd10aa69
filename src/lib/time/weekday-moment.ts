// A moment of the coming days with its weekday: "Friday, November 27 at 10:00 AM GMT+1".
export const weekdayMoment = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions;
