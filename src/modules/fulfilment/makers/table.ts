// Table of the makers that are no plugins: their permissions and limits. Which service has which maker is in
// the catalogue.

export type MakerLimits = {
  /** Including the start of the process. */
  readonly seconds: number;
  /** Resident memory of the whole process. */
  readonly mebibytes: number;
};

export type MakerRow = {
  /** Needs network access; other makers' processes have none. */
  readonly asksOut: boolean;
  readonly limits: MakerLimits;
};

export const makers: Readonly<Partial<Record<string, MakerRow>>> = {
  'language-model': { asksOut: true, limits: { seconds: 120, mebibytes: 700 } },
};
