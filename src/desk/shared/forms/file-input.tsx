// A file that somebody adds: sent at once, and the field is empty again for the next one.
type Props = { readonly label: string; readonly onFile: (file: File) => Promise<unknown> };

export const FileInput = ({ label, onFile }: Props) => (
  <label>
    {label}{' '}
    <input
      type="file"
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
