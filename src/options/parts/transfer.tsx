import { t } from '../strings/strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { ImportSettings } from './import-settings.tsx';
import { useState } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { writeSettingsFile } from '../../lib/protocol/settings-file.ts';
import { listKeyAddresses } from '../search/engine-form.ts';
import { Tick } from './field.tsx';
import { Message, Section, useMessage } from './section.tsx';

export function Transfer(props: SectionProps) {
  return (
    <Section id="transfer" title={t.transfer} help={t.transferHelp}>
      <ExportSettings {...props} />
      <ImportSettings {...props} />
    </Section>
  );
}

const FILE_NAME = 'knowledgelens-settings.json';

function ExportSettings({ host, store: { settings } }: SectionProps) {
  const [withKeys, setWithKeys] = useState(false);
  const { message, showMessage, showError } = useMessage();
  const exportFile = async (): Promise<string> => {
    const keys = withKeys ? await host.exportKeys(listKeyAddresses(settings)) : null;
    host.save(FILE_NAME, writeSettingsFile(settings, keys), 'application/json');
    return keys === null ? t.exported : t.exportedKeys(Object.keys(keys).length);
  };
  const press = (): void => {
    setWithKeys(false); // must be ticked again for every export
    exportFile().then(
      (text) => showMessage(text),
      (thrown: unknown) => showError(t.notExported(getErrorMessage(thrown))),
    );
  };
  return (
    <div className="transfer">
      <Tick name="withKeys" label={t.withKeys} checked={withKeys} onTick={setWithKeys} />
      <button type="button" className="button" onClick={press}>
        {t.exportSettings}
      </button>
      <Message bad={message.bad}>{message.text}</Message>
    </div>
  );
}
