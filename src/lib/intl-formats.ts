// Formats of Intl, kept: to make one takes up to a third of a millisecond, and some ten kilobytes outside of
// V8's heap that stay until it is collected.

/** For each kind. The time zones of customers are among them. */
const MAX_KEPT = 100;

function keepFormats<Options, Format>(make: (tag: string, options: Options) => Format): (tag: string, options: Options) => Format {
  const formats = new Map<string, Format>();
  return (tag, options) => {
    const key = tag + JSON.stringify(options);
    let format = formats.get(key);
    if (!format) {
      if (formats.size === MAX_KEPT) formats.clear();
      format = make(tag, options);
      formats.set(key, format);
    }
    return format;
  };
}

export const dateFormat = keepFormats((tag, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options));
export const numberFormat = keepFormats((tag, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options));
