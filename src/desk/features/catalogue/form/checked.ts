import { DeskApiError } from '../../../shared/api/client.ts';

/** Maps server field names to form field names: "service.offers[0].unit.en" is "offers.0.unit.en" here. */
export async function checked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof DeskApiError)) throw cause;
    const named = Object.entries(cause.errors).map(([key, notice]) => [
      key.replace(/^service\./, '').replaceAll(/\[(\d+)\]/g, '.$1'),
      notice,
    ]);
    throw new DeskApiError(cause.status, Object.fromEntries(named));
  }
}
