// Two public programs of resellers, as far as they show on the wire.

export type Answer = Record<string, unknown> & { readonly order?: number; readonly error?: string };

/** As `Provider` of github.com/siyosu/v2connect: JSON, and an HTTP status beside 200 is an error. */
export class JsonClient {
  readonly #url: string;
  readonly #key: string;
  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async #post<T>(action: string, payload: object = {}): Promise<T> {
    const answer = await fetch(this.#url, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ key: this.#key, action, ...payload }),
    });
    if (!answer.ok) throw new Error(((await answer.json()) as Answer).error);
    return answer.json() as Promise<T>;
  }

  balance = () => this.#post<Answer>('balance');
  order = (payload: object) => this.#post<{ order: number }>('add', payload);
  status = (...orders: (number | string)[]) =>
    this.#post<Answer>('status', orders.length === 1 ? { order: orders[0] } : { orders: orders.join(',') });
  refill = (...orders: (number | string)[]) =>
    this.#post<Answer>('refill', orders.length === 1 ? { order: orders[0] } : { orders: orders.join(',') });
  cancel = (...orders: (number | string)[]) => this.#post<object[]>('cancel', { orders: orders.join(',') });
}

/**
 * As github.com/panel-rip/node-sdk: forms, to the address with a slash, and missing values as "undefined".
 */
export class FormClient {
  readonly #url: string;
  readonly #key: string;
  constructor({ key, baseURL }: { key: string; baseURL: string }) {
    this.#url = baseURL;
    this.#key = key;
  }

  async #request(action: string, data: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const body = new URLSearchParams({ key: this.#key, action });
    for (const [name, value] of Object.entries(data)) body.append(name, String(value));
    const headers = { 'User-Agent': 'panelrip-nodesdk/0.0.1', 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = (await (await fetch(`${this.#url}/`, { method: 'POST', headers, body })).json()) as Answer;
    if (answer.error) throw new Error(answer.error);
    return answer;
  }

  balance = () => this.#request('balance');
  services = () => this.#request('services');
  order = (id: string) => this.#request('status', { order: id });
  refill = (id: string) => this.#request('refill', { order: id });
  order_create = (service: string, link: string, quantity: number, runs?: number, interval?: number) =>
    this.#request('add', { service, link, quantity, runs, interval });
}
