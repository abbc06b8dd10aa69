// The countries of withdrawal.yaml.
import * as z from 'zod/mini';

/** In groups, so that comments say why. */
export const withdrawalShape = z.strictObject({ countries: z.array(z.array(z.string())) });
export type WithdrawalValue = z.output<typeof withdrawalShape>;
