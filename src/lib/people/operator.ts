// Who acts for the shop. The rooms above the desk know of a person who works here this much and no more.
export type Operator = { readonly id: string; readonly name: string };
