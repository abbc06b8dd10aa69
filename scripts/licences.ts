// npm run licences: lists every package of a release with its licence. Exits with 1 if one of them is not in the list of allowed licences.
import { ensureBundled } from './bundle/bundle.ts';
import { licenceFaults, licensedPackages } from './release/licences.ts';

const packages = await licensedPackages(await ensureBundled({ log: (line) => console.log(line) }));
for (const [licence, named] of Map.groupBy(packages, (each) => each.licence))
  console.log(`${licence}: ${named.map(({ name, version }) => `${name} ${version}`).join(', ')}`);
const faults = licenceFaults(packages);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
