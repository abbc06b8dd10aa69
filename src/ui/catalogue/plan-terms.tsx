// What a plan of requests gives in a month, as a list.
import { Plural, Trans } from '@lingui/react/macro';
import type { PlanSheet } from './plan-sheet.ts';

export const PlanTerms = ({ plan, className }: { readonly plan: PlanSheet; readonly className?: string | undefined }) => (
  <ul className={className}>
    <li>
      {plan.requests === null ? (
        <Trans>Unlimited requests</Trans>
      ) : (
        <Plural value={plan.requests} one="# request a month" other="# requests a month" />
      )}
      , <Plural value={plan.active} one="one in work at a time" other="# in work at a time" />
    </li>
    {plan.services.map(({ name, credits }) => (
      <li key={name}>
        {credits === 1 ? (
          name
        ) : (
          <Trans>
            {name}: each counts as {credits} requests
          </Trans>
        )}
      </li>
    ))}
    {plan.requests === null ? null : (
      <li>
        <Rollover rollover={plan.rollover} />
      </li>
    )}
  </ul>
);

function Rollover({ rollover }: Pick<PlanSheet, 'rollover'>) {
  if (!rollover) return <Trans>Unused requests end with the month</Trans>;
  const { periods, max } = rollover;
  return (
    <Plural
      value={periods}
      one={`Up to ${max} unused requests stay for another month`}
      other={`Up to ${max} unused requests stay for # more months`}
    />
  );
}
