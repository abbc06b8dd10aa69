// What a language has to have words for, so that post kits can be written in it.
export const objectives = ['awareness', 'traffic', 'leads', 'sales', 'community', 'event', 'launch', 'hiring'] as const;
export type Objective = (typeof objectives)[number];

/** A way to look at a brand. `show`: what is seen. */
type Angle = { readonly name: string; readonly caption: (brand: string) => string; readonly show: string };
type Some<T> = readonly [T, ...T[]];

export type SocialWords = {
  readonly title: (platform: string) => string;
  readonly draft: string;
  readonly zone: (timeZone: string) => string;
  readonly anyZone: string;
  readonly slots: string;
  readonly noLink: string;
  /** Between two sentences. */
  readonly space: string;
  /** Between a picture and what is in it. */
  readonly stop: string;
  readonly angles: Some<Angle>;
  readonly shots: Some<string>;
  readonly asks: Readonly<Record<Objective, Some<string>>>;
  readonly objectives: Readonly<Record<Objective, string>>;
  readonly ads: Readonly<
    Record<
      | 'title'
      | 'setting'
      | 'value'
      | 'platform'
      | 'objective'
      | 'market'
      | 'openMarket'
      | 'audience'
      | 'openAudience'
      | 'budget'
      | 'noBudget',
      string
    > &
      Record<'daily' | 'from' | 'to' | 'link' | 'paid', string>
  >;
} & Readonly<Record<'kit' | 'day' | 'time' | 'caption' | 'show' | 'ask' | 'slot' | 'link', string>>;
