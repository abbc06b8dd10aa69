// Names that several files of src export. Remove a name here after a rename; add none.
export const repeatedNames: readonly string[] = [];
