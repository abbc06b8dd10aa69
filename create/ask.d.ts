type Answers = Partial<Record<'name' | 'language' | 'currency' | 'trade', string>>;
type Terminal = { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };

export function ask(known: Answers, terminal: Terminal): Promise<Required<Answers>>;
