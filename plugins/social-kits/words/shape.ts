// Type of a language's texts for post kits.
export const objectives = ['awareness', 'traffic', 'leads', 'sales', 'community', 'event', 'launch', 'hiring'] as const;
export type Objective = (typeof objectives)[number];

/** A perspective on a brand. `show`: what the picture shows. */
type Angle = { readonly name: string; readonly caption: (brand: string) => string; readonly show: string };
type Some<T> = readonly [T, ...T[]];

export type SocialWords = {
  readonly title: (platform: string) => string;
  readonly draft: string;
  readonly zone: (timeZone: string) => string;
  readonly anyZone: string;
  readonly slots: string;
  readonly noLink: string;
  /** Separator between sentences. */
  readonly space: string;
  /** Separator between a picture and its content. */
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
