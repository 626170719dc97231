/** Settings out to a file and in from one. */
import type { OptionsHost } from '../host.ts';
import { t } from '../strings.ts';
import type { SettingsStore } from '../use-settings.ts';
import { ExportSettings } from './export-settings.tsx';
import { ImportSettings } from './import-settings.tsx';

export interface TransferProps {
  readonly host: OptionsHost;
  readonly store: SettingsStore;
}

export function Transfer(props: TransferProps) {
  return (
    <section className="card" aria-labelledby="transfer">
      <h2 id="transfer">{t.transfer}</h2>
      <p className="fine">{t.transferHelp}</p>
      <ExportSettings {...props} />
      <ImportSettings {...props} />
    </section>
  );
}
