// Shows user input inside a translated sentence. It is an element, because markup in a sentence is parsed
// after values are inserted:
// text that looks like markup would be taken for markup. It has its own text direction.
export const UserText = ({ text }: { readonly text: string }) => <bdi>{text}</bdi>;
