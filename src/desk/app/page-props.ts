// What a page of the desk is given.

/** What stands for ":id" in its address; empty where there is none. */
export type PageProps = { readonly id: string };
