// States and provinces by postal code, in the language of their country, for countries whose postal addresses need them. Other countries have no state field.

export type State = { readonly code: string; readonly name: string };

const lists: Readonly<Record<string, string>> = {
  AU: 'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia',
  CA: `AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories|NU Nunavut|
ON Ontario|PE Prince Edward Island|QC Québec|SK Saskatchewan|YT Yukon`,
  US: `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|
HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|
MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|
ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|
VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific`,
};

const states = new Map<string, readonly State[]>(
  Object.entries(lists).map(([country, list]) => [country, list.split(/\|\s*/).map(stateOf)]),
);

export const statesOfCountry = (country: string): readonly State[] => states.get(country) ?? [];

function stateOf(text: string): State {
  const [code = '', ...words] = text.split(' ');
  return { code, name: words.join(' ') };
}
