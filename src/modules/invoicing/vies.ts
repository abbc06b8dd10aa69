// Asks the EU's register (VIES) whether a VAT ID is in force. Its answer is stored with the details of the
// account. Nothing waits for it: until it answers, or where it does not know the country, the ID is
// unchecked.
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import { NoAnswer, postBytes } from '#platform/outgoing/post-json.ts';
import { findDetails, setVatState } from './queries-details.ts';

const REGISTER = 'https://ec.europa.eu/taxation_customs/vies/rest-api';
const MAX_ANSWER_BYTES = 16 * 1024;

/** Prefixes of the register: those of the member states, and that of Northern Ireland. */
const prefixes: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

/** Undefined: the register does not have it. */
export function splitVatId(text: string): { readonly prefix: string; readonly number: string } | undefined {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  const prefix = plain.slice(0, 2) === 'GR' ? 'EL' : plain.slice(0, 2);
  return prefixes.has(prefix) && plain.length > 2 ? { prefix, number: plain.slice(2) } : undefined;
}

export async function checkVatId(ctx: AppContext, accountId: string, signal: AbortSignal, register = REGISTER): Promise<void> {
  const details = await findDetails(ctx.db.orm, accountId);
  const id = details && splitVatId(details.vatId);
  if (!id) return;
  const body = Buffer.from(JSON.stringify({ countryCode: id.prefix, vatNumber: id.number }));
  const outgoing = { isPrivateAllowed: !ctx.config.production, signal, headers: {}, answerBytes: MAX_ANSWER_BYTES };
  const answer = await postBytes(`${register}/check-vat-number`, body, outgoing).catch((cause: unknown) => {
    if (!(cause instanceof NoAnswer)) throw cause;
    ctx.log.info({ cause: cause.message }, 'vies.unreached');
    return undefined;
  });
  const isValid = readAnswer(answer?.text ?? '');
  if (isValid === undefined) return;
  const state = isValid ? 'valid' : 'invalid';
  await transaction(ctx.db, (tx) => setVatState(tx, accountId, details.vatId, state, ctx.clock.now()));
}

/** Undefined: the register has no answer, for example because it can't reach that of the country. */
function readAnswer(text: string): boolean | undefined {
  try {
    const { valid } = JSON.parse(text) as { readonly valid?: unknown };
    return typeof valid === 'boolean' ? valid : undefined;
  } catch {
    return undefined;
  }
}
