import { t } from '../strings/strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { ImportSettings } from './import-settings.tsx';
import { useState } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { writeSettingsFile } from '../../lib/protocol/settings-file.ts';
import { listKeyAddresses } from '../search/engine-form.ts';
import { Tick } from './field.tsx';

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

const FILE_NAME = 'knowledgelens-settings.json';

function ExportSettings({ host, store: { settings } }: SectionProps) {
  const [withKeys, setWithKeys] = useState(false);
  const [message, setMessage] = useState({ text: '', bad: false });
  const exportFile = async (): Promise<string> => {
    const keys = withKeys ? await host.exportKeys(listKeyAddresses(settings)) : null;
    host.save(FILE_NAME, writeSettingsFile(settings, keys), 'application/json');
    return keys === null ? t.exported : t.exportedKeys(Object.keys(keys).length);
  };
  const press = (): void => {
    setWithKeys(false); // must be ticked again for every export
    exportFile().then(
      (text) => setMessage({ text, bad: false }),
      (thrown: unknown) => setMessage({ text: t.notExported(getErrorMessage(thrown)), bad: true }),
    );
  };
  return (
    <div className="transfer">
      <Tick name="withKeys" label={t.withKeys} checked={withKeys} onTick={setWithKeys} />
      <button type="button" className="button" onClick={press}>
        {t.exportSettings}
      </button>
      <p role={message.bad ? 'alert' : 'status'} className={message.bad ? 'warn' : ''}>
        {message.text}
      </p>
    </div>
  );
}
