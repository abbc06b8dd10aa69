// Who outside the shop's own code receives notices: plugins. Each notice is a job for each of them, so that none waits for another.

export type NoticeListeners<Notice> = {
  readonly names: readonly string[];
  /** Throws if the listener failed or gave no answer in time; then the job is retried. */
  readonly send: (name: string, notice: Notice, signal: AbortSignal) => Promise<void>;
};

export const noListeners: NoticeListeners<unknown> = { names: [], send: () => Promise.resolve() };
