// A file input that uploads immediately and is then empty for the next file.
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
