// A file input that looks like a button. It uploads immediately and is then empty for the next file.
import button from '#ui/styles/button.module.css';
import styles from './file-input.module.css';

type Props = {
  readonly label: string;
  /** Offered first by the browser's dialog. */
  readonly accept?: string;
  /** Several files are taken one after another. */
  readonly multiple?: boolean;
  readonly onFile: (file: File) => Promise<unknown>;
};

export const FileInput = ({ label, accept, multiple, onFile }: Props) => (
  <label className={`${button.quiet} ${button.small} ${styles.file}`}>
    {label}
    <input
      className="unseen"
      type="file"
      accept={accept}
      multiple={multiple}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        const takeAll = async () => {
          for (const file of files) await onFile(file);
        };
        void takeAll().finally(() => {
          target.value = '';
        });
      }}
    />
  </label>
);
