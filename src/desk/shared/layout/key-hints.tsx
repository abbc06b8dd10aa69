// The keyboard shortcuts of a page, beside what they act on.
import bar from '../forms/bar.module.css';

type Props = { readonly keys: Readonly<Record<string, string>>; readonly className?: string | undefined };

export const KeyHints = ({ keys, className = '' }: Props) => (
  <p className={`${bar.keys} ${className}`}>
    {Object.entries(keys).map(([act, key]) => (
      <span key={key}>
        {act} <kbd>{key}</kbd>
      </span>
    ))}
  </p>
);
