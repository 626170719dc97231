import type { ComponentProps } from 'react';

export { Button } from '../../ui/button.tsx';

/** One of several things to choose from. */
export function Chip(props: ComponentProps<'button'>) {
  return <button type="button" className="quiet edged chip" {...props} />;
}

interface FilePickerProps {
  readonly label: string;
  readonly accept: string;
  readonly multiple?: boolean;
  readonly onFile: (file: File, ...others: readonly File[]) => void;
  readonly input?: ComponentProps<'input'>['ref'];
}

export function FilePicker({ label, accept, multiple = false, onFile, input }: FilePickerProps) {
  return (
    <label className="button file">
      {label}
      <input
        ref={input}
        className="unseen"
        type="file"
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          const [file, ...others] = event.target.files ?? [];
          if (file !== undefined) onFile(file, ...others);
          event.target.value = ''; // allows choosing the same file again
        }}
      />
    </label>
  );
}
