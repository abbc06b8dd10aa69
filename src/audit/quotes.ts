// Audit rules for quotes.
import type { AuditRules } from './scope.ts';

export const quoteRules = {
  'a quote that is accepted is one purchase, of what was accepted before it expired; another one is none': `
    select quote.id, quote.state, quote.version, quote.acceptance, quote.decided_at, quote.valid_until, purchase.id as purchase, ordered.price
    from quote left join purchase on purchase.id = quote.purchase_id
    left join lateral (select sum(price) as price from shop_order where shop_order.purchase_id = purchase.id) as ordered on true
    where touched(quote.id) and case when quote.state <> 'accepted' then quote.purchase_id is not null or quote.acceptance is not null
      else (purchase.account_id, purchase.currency, ordered.price, quote.version::int) is distinct from
          (quote.account_id, quote.currency, (quote.acceptance ->> 'total')::bigint, (quote.acceptance ->> 'version')::int)
        or quote.decided_at is null or quote.decided_at >= quote.valid_until end`,
  'a purchase of a quote is the one that the quote names': `
    select purchase.id, quote.id as quote, quote.purchase_id from purchase join quote on quote.id = (purchase.by_hand ->> 'quoteId')::uuid
    where touched(purchase.id) and quote.purchase_id is distinct from purchase.id`,
  'a quote has all its versions, and is valid as long as the newest': `
    select quote.id, quote.version, count(each.version) as versions from quote left join quote_version as each on each.quote_id = quote.id
    where touched(quote.id) group by quote.id
    having count(each.version) <> quote.version or max(each.version) is distinct from quote.version
      or quote.valid_until is distinct from (array_agg(each.valid_until order by each.version desc))[1]`,
} as const satisfies AuditRules;
