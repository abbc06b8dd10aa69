// What a plan gives, beside its price.
import { useQuery } from '@tanstack/react-query';
import type { Plan } from '#modules/catalogue/shapes.ts';
import { toPlanSheet } from '#ui/catalogue/plan-sheet.ts';
import { PlanTerms } from '#ui/catalogue/plan-terms.tsx';
import { usePage } from '#ui/page/context.ts';
import { namesQuery } from '../../app/data-cache.ts';
import css from './price-summary.module.css';

export function OfferPlan({ plan }: { readonly plan: Plan }) {
  const { locale, currency } = usePage();
  const { data } = useQuery(namesQuery(locale, currency));
  return data ? <PlanTerms plan={toPlanSheet(plan, data.services)} className={css.ticks} /> : null;
}
