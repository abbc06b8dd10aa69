// A waiting time: minutes below an hour, else hours.
export const waitText = (seconds: number): string =>
  seconds < 3_600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
