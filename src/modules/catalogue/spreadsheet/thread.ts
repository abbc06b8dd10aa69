// Worker thread for changes of many services and their export: the files of a whole catalogue take a second
// to parse.
import '#platform/threads/thread-languages.ts';
import { type ArchiveWork, planArchive } from './archive.ts';
import { type ExportWork, exportServices, type PlanWork, planImport } from './plan.ts';
import { planUndo, type UndoWork } from './undo.ts';

export type SpreadsheetWork =
  | { readonly import: PlanWork }
  | { readonly undo: UndoWork }
  | { readonly archive: ArchiveWork }
  | { readonly export: ExportWork };

export const work = (sent: SpreadsheetWork) => {
  if ('import' in sent) return planImport(sent.import);
  if ('archive' in sent) return planArchive(sent.archive);
  return 'undo' in sent ? planUndo(sent.undo) : exportServices(sent.export);
};
