// Writes the CSV files of makers: every cell is a text, and none is a formula.
import { csvRows, MARK } from '#lib/csv.ts';

export const makerCsv = (rows: readonly (readonly (string | number)[])[]): Uint8Array =>
  Buffer.from(MARK + csvRows(rows.map((row) => row.map(String))));
