/** Who acts at the desk, as the rooms above it know them. */
export type Operator = { readonly id: string; readonly name: string };
