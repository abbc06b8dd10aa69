// Opens the gate with the rule file of a shop, for tools and tests.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { openGate, type PolicyGate, type PolicyRules } from './gate.ts';
import { readModel } from './model/file.ts';
import { policyRules } from './rules.ts';

export const readRules = async (shop: string): Promise<PolicyRules> =>
  policyRules.parse(parse(await readFile(join(shop, 'policy-gate.yaml'), 'utf8')));

export const readGate = async (shop: string): Promise<PolicyGate> => openGate(await readRules(shop), await readModel());
