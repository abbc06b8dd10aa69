// What somebody typed, in the middle of a sentence of ours. An element, because a sentence's marks are read after its values are put in: what looks
// like a mark in a value would be taken for one. It has a direction of its own.
export const UserText = ({ text }: { readonly text: string }) => <bdi>{text}</bdi>;
