// Parses the search parameters of an address by a rule for each. Invalid values are dropped.
type Rule<T> = (rawValue: string) => T | undefined;
type Search<Rules> = { readonly [Name in keyof Rules]?: (Rules[Name] extends Rule<infer T> ? T : never) | undefined };

/** A page's `validateSearch`. */
export const searchValidator =
  <Rules extends Readonly<Record<string, Rule<unknown>>>>(rules: Rules) =>
  (raw: Readonly<Record<string, unknown>>): Search<Rules> =>
    Object.fromEntries(
      Object.entries(rules).flatMap(([name, rule]) => {
        const rawValue = raw[name];
        const value = rawValue === undefined || rawValue === null ? undefined : rule(rawValue === true ? '' : String(rawValue));
        return value === undefined ? [] : [[name, value]];
      }),
    ) as Search<Rules>;

export const parseText: Rule<string> = (rawValue) => rawValue || undefined;
export const parseDay: Rule<string> = (rawValue) => (/^\d{4}-\d\d-\d\d$/.test(rawValue) ? rawValue : undefined);
/** A flag: "?deliver". */
export const parseFlag: Rule<true> = () => true;
export const parseOneOf =
  <Value extends string>(values: readonly Value[]): Rule<Value> =>
  (rawValue) =>
    values.find((value) => value === rawValue);

export const parseCurrency: Rule<string> = (rawValue) => (/^\d{1,5}$/.test(rawValue) ? rawValue : undefined);

/** Values are plain strings, never JSON. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === ''
      ? []
      : [value === true ? name : `${new URLSearchParams({ [name]: String(value) })}`],
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
