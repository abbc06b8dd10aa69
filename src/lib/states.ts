// States, provinces and prefectures by the code that postal addresses use, for countries whose addresses need
// them. Other countries have no state field.
import type { Locale } from './locale.ts';

export type State = { readonly code: string; readonly name: string };

const lists: Readonly<Record<string, string>> = {
  AU: 'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia',
  CA: `AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories|NU Nunavut|
ON Ontario|PE Prince Edward Island|QC Québec|SK Saskatchewan|YT Yukon`,
  JP: `北海道 Hokkaido|青森県 Aomori|岩手県 Iwate|宮城県 Miyagi|秋田県 Akita|山形県 Yamagata|福島県 Fukushima|茨城県 Ibaraki|栃木県 Tochigi|群馬県 Gunma|
埼玉県 Saitama|千葉県 Chiba|東京都 Tokyo|神奈川県 Kanagawa|新潟県 Niigata|富山県 Toyama|石川県 Ishikawa|福井県 Fukui|山梨県 Yamanashi|長野県 Nagano|
岐阜県 Gifu|静岡県 Shizuoka|愛知県 Aichi|三重県 Mie|滋賀県 Shiga|京都府 Kyoto|大阪府 Osaka|兵庫県 Hyogo|奈良県 Nara|和歌山県 Wakayama|
鳥取県 Tottori|島根県 Shimane|岡山県 Okayama|広島県 Hiroshima|山口県 Yamaguchi|徳島県 Tokushima|香川県 Kagawa|愛媛県 Ehime|高知県 Kochi|
福岡県 Fukuoka|佐賀県 Saga|長崎県 Nagasaki|熊本県 Kumamoto|大分県 Oita|宮崎県 Miyazaki|鹿児島県 Kagoshima|沖縄県 Okinawa`,
  US: `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|
HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|
MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|
ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|
VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific`,
};

const states = new Map<string, readonly State[]>(
  Object.entries(lists).map(([country, list]) => [country, list.split(/\|\s*/).map(getState)]),
);

export const listStates = (country: string): readonly State[] => states.get(country) ?? [];

/** In a list: prefectures as the reader writes them, others in the language of their country. */
export function formatStateLabel(country: string, code: string, locale: Locale): string {
  const name = listStates(country).find((state) => state.code === code)?.name ?? code;
  return country === 'JP' && locale === 'jp' ? code : name;
}

/** In an address: American codes stay codes. */
export const formatStateName = (country: string, code: string, locale: Locale): string =>
  country === 'JP' ? formatStateLabel(country, code, locale) : code;

function getState(text: string): State {
  const [code = '', ...words] = text.split(' ');
  return { code, name: words.join(' ') };
}
