// The brief of a request within a plan: it is sent at once, instead of going to the cart.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#ui/api/client.ts';
import type { CartLine } from '#ui/browser/cart-store.ts';
import { plansQuery, queryClient } from '../../api/queries.ts';

export type PlanRequest = {
  /** What one unit of the service counts for. */
  readonly credits: (serviceType: number) => number;
  readonly send: (line: CartLine) => Promise<void>;
};

/** Undefined if it is no request, and until the plan is known. */
export function usePlanRequest(subscriptionId: string | undefined): PlanRequest | undefined {
  const { data } = useQuery({ ...plansQuery, enabled: subscriptionId !== undefined });
  // A repeated press sends the same request.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const plan = data?.find((each) => each.subscriptionId === subscriptionId);
  if (!plan) return undefined;
  return {
    credits: (serviceType) => plan.plan.services[String(serviceType)] ?? 0,
    async send({ offerId, quantity, platform, answers }) {
      await call('POST /api/requests', { subscriptionId: plan.subscriptionId, offerId, quantity, platform, answers }, { idempotencyKey });
      await queryClient.invalidateQueries({ queryKey: plansQuery.queryKey });
    },
  };
}
