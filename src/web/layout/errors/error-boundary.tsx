// A screen that throws takes its own place down, never the frame around it.
import { Component, type ReactNode } from 'react';
import { FaultNotice } from './error-notice.tsx';

/** Errors whose message somebody wrote to be read. What the browser throws by itself, such as a TypeError, says nothing to a customer. */
const wordsOf = (cause: unknown) => (cause instanceof Error && /^(Error|Refused)$/.test(cause.name) ? { message: cause.message } : {});

type State = { readonly cause: unknown };

/** `whole`: around the frame itself, so that not even a fault there leaves an empty window. */
export class Boundary extends Component<{ children: ReactNode; whole?: boolean }, State> {
  override state: State = { cause: undefined };

  static getDerivedStateFromError(cause: unknown): State {
    return { cause: cause ?? new Error() };
  }

  override render(): ReactNode {
    const { cause } = this.state;
    if (cause === undefined) return this.props.children;
    const notice = <FaultNotice {...wordsOf(cause)} />;
    return this.props.whole ? <main>{notice}</main> : notice;
  }
}
