// The operator who performs an action, as modules below the desk see it.
export type Operator = { readonly id: string; readonly name: string };

/** An operator who sees only own pieces and unassigned ones. */
export type Viewer = {
  readonly id: string;
  /** Whether those that are own name their customer. */
  readonly seesNames: boolean;
};
