import { useEffect, useState, type ReactNode } from 'react';
import type { UserError } from '../../lib/base/errors.ts';
import { ERROR_WORDS } from '../strings/errors.ts';
import { t } from '../strings/shell.ts';
import { usePanel } from '../panel-context.ts';
import { PART_MISSING } from '../parts/lazy-part.ts';
import { PartMissing } from '../parts/lazy.tsx';
import { Button, QuietButton } from '../parts/button.tsx';
import { ConnectModelButton, useLacksModel } from '../parts/connect-model.tsx';
import { Cure } from '../../ui/cure.tsx';

interface ErrorCardProps {
  /** If the error has no title of its own. */
  readonly title?: string;
  readonly error: UserError;
  /** Names what happened: of what is shown again under the same name, screen readers hear once. */
  readonly news?: string;
  /** Nothing has failed. */
  readonly isCalm?: boolean;
  /** Puts the card away; left out if it must stay. */
  readonly close?: () => void;
  readonly children?: ReactNode;
}

export function ErrorCard({ title = t.error, error, news, isCalm = false, close, children }: ErrorCardProps) {
  const { host, panel } = usePanel();
  const [role] = useState(() => (news !== undefined && panel.toldNews.has(news) ? 'group' : 'alert'));
  useEffect(() => void (news !== undefined && panel.toldNews.add(news)), [panel, news]);
  if (error.code === PART_MISSING.code) return <PartMissing />;
  return (
    <div className={isCalm ? 'card stack error calm' : 'card stack error'} role={role}>
      <h2>{ERROR_WORDS.errors[error.code] ?? title}</h2>
      {error.message !== '' && <p>{error.message}</p>}
      {error.hint !== '' && <Cure text={error.hint} copy={host.copy} />}
      {children}
      {close !== undefined && (
        <div className="row">
          <QuietButton look="edged" onClick={close}>
            {t.dismiss}
          </QuietButton>
        </div>
      )}
    </div>
  );
}

/** Trying again ends in the same way until the settings are changed. */
export const isOfSettings = ({ code }: UserError): boolean =>
  /^(?:key\.|model\.(?:unauthorized|not-found)$)/.test(code);

export function SettingsButton({ error }: { readonly error: UserError }) {
  const { host } = usePanel();
  const connects = useLacksModel(error);
  if (!connects && !/^(?:model|key)\./.test(error.code)) return null;
  if (connects) return <ConnectModelButton />;
  return (
    <Button className={isOfSettings(error) ? 'button accent' : 'button'} onClick={host.openSettings}>
      {ERROR_WORDS.changeModel}
    </Button>
  );
}
