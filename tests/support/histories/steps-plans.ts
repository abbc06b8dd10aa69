// Steps of a history: requests within plans, their order, and pauses and endings of subscriptions.
import { act, running } from '../pieces.ts';
import { plans, sendRequest } from '../plans.ts';
import type { Carry } from './kinds.ts';
import { type Customer, one, taken, type World } from './world.ts';

type PlanStep = 'request' | 'sortRequests' | 'changeSubscription';

async function chosenPlan(world: World, { who, index }: { readonly who: number; readonly index: number }) {
  const buyer = await world.as(world.customers[who] as Customer);
  const plan = one(await plans(world.shop, buyer), index);
  return plan && { buyer, plan };
}

export const carryPlans: Pick<Carry, PlanStep> = {
  async request(world, given) {
    const found = await chosenPlan(world, given);
    if (found) taken(await sendRequest(world.shop, found.buyer, found.plan.subscriptionId, { quantity: given.quantity }));
  },
  async sortRequests(world, given) {
    const found = await chosenPlan(world, given);
    if (!found || found.plan.waiting.length < 2) return;
    const { subscriptionId, waiting } = found.plan;
    const orderIds = waiting.toReversed();
    taken(await world.shop.call('POST /api/requests/reorder', { subscriptionId, orderIds }, { token: found.buyer.token }));
  },
  async changeSubscription(world, { who, index, act: change }) {
    const buyer = await world.as(world.customers[who] as Customer);
    const found = one(await running(world.shop, buyer), index);
    if (found) taken(await act(world.shop, buyer, { subscriptionId: found.id, do: change }));
  },
};
