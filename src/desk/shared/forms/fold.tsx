// A part of a form that opens when something in it is wrong, and stays open while that is mended.
import { type DetailsHTMLAttributes, useEffect, useRef } from 'react';

type Props = DetailsHTMLAttributes<HTMLDetailsElement> & { readonly isOpen: boolean };

export function Fold({ isOpen, ...rest }: Props) {
  const own = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isOpen && own.current) own.current.open = true;
  }, [isOpen]);
  return <details ref={own} {...rest} />;
}
