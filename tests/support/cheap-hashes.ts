// Shops in the process of a test hash passwords at the lowest cost: thousands of hashes would take a tenth of
// the processor time of all tests. Shops in processes of their own hash as in production.
import { hashCost } from '#platform/identity/passwords.ts';

Object.assign(hashCost, { memoryCost: 64, timeCost: 1 });
