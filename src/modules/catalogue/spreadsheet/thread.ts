// Worker thread for the import and export of services: the files of a whole catalogue take a second to parse.
import { exportServices, type PlanWork, planImport } from './plan.ts';
import { planUndo, type UndoWork } from './undo.ts';

export type SpreadsheetWork =
  | { readonly import: PlanWork }
  | { readonly undo: UndoWork }
  | { readonly export: Parameters<typeof exportServices>[0] };

export const work = (sent: SpreadsheetWork) => {
  if ('import' in sent) return planImport(sent.import);
  return 'undo' in sent ? planUndo(sent.undo) : exportServices(sent.export);
};
