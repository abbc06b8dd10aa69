// Times in the reader's time zone, which the server does not know.

export function showTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('main time[data-format]')) {
    const { format = '{}', tag } = time.dataset;
    time.textContent = new Intl.DateTimeFormat(tag, JSON.parse(format) as Intl.DateTimeFormatOptions).format(new Date(time.dateTime));
  }
}
