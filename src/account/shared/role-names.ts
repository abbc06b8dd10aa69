// The roles of a team, as its pages name them.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Role } from '#modules/accounts/team/rules.ts';

export const roleNames: Readonly<Record<Role, MessageDescriptor>> = {
  owner: msg`Owner`,
  orders: msg`Orders`,
  pays: msg`Payments`,
  reads: msg`Read only`,
  accountant: msg`Accountant`,
};
