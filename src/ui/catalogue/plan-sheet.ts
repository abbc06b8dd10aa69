// A plan with the names of its services, as pages show it. Pure.
import type { Plan } from '#modules/catalogue/shapes.ts';

export type PlanSheet = Omit<Plan, 'services'> & { readonly services: readonly { readonly name: string; readonly credits: number }[] };

type Named = { readonly serviceType: number; readonly name: string };

export const toPlanSheet = ({ services, ...plan }: Plan, named: readonly Named[]): PlanSheet => ({
  ...plan,
  services: Object.entries(services).flatMap(([type, credits]) => {
    const name = named.find(({ serviceType }) => String(serviceType) === type)?.name;
    return name === undefined ? [] : [{ name, credits }];
  }),
});
