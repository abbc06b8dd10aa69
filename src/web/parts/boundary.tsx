// A screen that throws takes its own place down, never the frame around it.
import { Component, type ReactNode } from 'react';
import { FaultNotice } from './fault-notice.tsx';

type State = { readonly cause: unknown };

export class Boundary extends Component<{ children: ReactNode }, State> {
  override state: State = { cause: undefined };

  static getDerivedStateFromError(cause: unknown): State {
    return { cause: cause ?? new Error() };
  }

  override render(): ReactNode {
    const { cause } = this.state;
    if (cause === undefined) return this.props.children;
    return <FaultNotice {...(cause instanceof Error ? { message: cause.message } : {})} />;
  }
}
