// TABLE 3: what follows a fact. A room announces a fact; the rooms above it in the list of rooms are not entered by it, they react here,
// inside the same transaction. A fact that nothing follows is not listed.

export type Facts = Record<never, never>;

export const reactions = {} as const satisfies { readonly [Fact in keyof Facts]: readonly ((fact: Facts[Fact]) => Promise<void>)[] };
