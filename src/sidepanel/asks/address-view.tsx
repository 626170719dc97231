/** A web address as it is, with its host by itself. */
import { Fragment } from 'react';
import { ExactText } from './exact-text.tsx';
import { parseAddress } from './format-args.ts';
import { t } from '../strings/strings.ts';

export function AddressView({ url }: { readonly url: string }) {
  const { host, letters, opens } = parseAddress(url);
  return (
    <>
      {host === '' ? <p className="warn">{t.noAddress}</p> : <HostView shown={host} letters={letters} />}
      <ExactText text={url} label={t.address} />
      {opens !== '' && (
        <p className="fine">
          {t.opensAs} <ExactText text={opens} />
        </p>
      )}
    </>
  );
}

export function HostView({ shown, letters }: { readonly shown: string; readonly letters: string }) {
  return (
    <>
      <p className="host">
        {shown.split(/(?<=\.)/).map((label, at) => (
          <Fragment key={at}>
            {label}
            <wbr />
          </Fragment>
        ))}
      </p>
      {letters !== '' && (
        <p className="fine">
          {t.inLetters} <bdi className="host">{letters}</bdi>
        </p>
      )}
    </>
  );
}
