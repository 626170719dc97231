/** Export and import of the settings. */
import { t } from '../strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { ExportSettings } from './export-settings.tsx';
import { ImportSettings } from './import-settings.tsx';

export function Transfer(props: SectionProps) {
  return (
    <section className="card" aria-labelledby="transfer">
      <h2 id="transfer">{t.transfer}</h2>
      <p className="fine">{t.transferHelp}</p>
      <ExportSettings {...props} />
      <ImportSettings {...props} />
    </section>
  );
}
