// The operator who performs an action, as modules below the desk see it.
export type Operator = { readonly id: string; readonly name: string };
