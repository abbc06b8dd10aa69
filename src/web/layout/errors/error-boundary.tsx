// Error boundary: a page that throws is replaced, and the layout around it stays.
import { Component, type ReactNode } from 'react';
import { FaultNotice } from './error-notice.tsx';

/** Errors with a message for customers. The browser's own, such as TypeError, have none. */
const wordsOf = (cause: unknown) => (cause instanceof Error && /^(Error|Refused)$/.test(cause.name) ? { message: cause.message } : {});

type State = { readonly cause: unknown };

/** `whole`: around the whole layout, so that an error there does not leave an empty window. */
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
