// A file input that looks like a button. It uploads immediately and is then empty for the next file.
import button from '#ui/styles/button.module.css';
import styles from './file-input.module.css';

type Props = {
  readonly label: string;
  /** Offered first by the browser's dialog. */
  readonly accept?: string;
  readonly onFile: (file: File) => Promise<unknown>;
};

export const FileInput = ({ label, accept, onFile }: Props) => (
  <label className={`${button.quiet} ${button.small} ${styles.file}`}>
    {label}
    <input
      className="unseen"
      type="file"
      accept={accept}
      onChange={({ target }) => {
        const file = target.files?.[0];
        if (!file) return;
        void onFile(file).finally(() => {
          target.value = '';
        });
      }}
    />
  </label>
);
