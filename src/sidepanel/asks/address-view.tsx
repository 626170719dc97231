/** A web address as it is, with its host by itself. */
import { Breakable, ExactText } from './exact-text.tsx';
import { parseAddress } from './format-args.ts';
import { t } from '../strings/strings.ts';

export function AddressView({ url }: { readonly url: string }) {
  const { host, letters, opens } = parseAddress(url);
  return (
    <>
      {host === '' ? <p className="warn">{t.noAddress}</p> : <HostView shown={host} letters={letters} />}
      <ExactText text={url} label={t.address} isAddress />
      {opens !== '' && (
        <p className="fine">
          {t.opensAs} <ExactText text={opens} isAddress />
        </p>
      )}
    </>
  );
}

export function HostView({ shown, letters }: { readonly shown: string; readonly letters: string }) {
  return (
    <>
      <p className="host">
        <Breakable text={shown} after={/(?<=\.)/} />
      </p>
      {letters !== '' && (
        <p className="fine">
          {t.inLetters} <bdi className="host">{letters}</bdi>
        </p>
      )}
    </>
  );
}
