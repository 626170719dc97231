import { t } from '../strings/strings.ts';

export function HostView({ shown, letters }: { readonly shown: string; readonly letters: string }) {
  return (
    <>
      <p className="host">{shown}</p>
      {letters !== '' && (
        <p className="fine">
          {t.inLetters} <bdi className="host">{letters}</bdi>
        </p>
      )}
    </>
  );
}
