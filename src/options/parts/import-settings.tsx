/** Imports settings from a file, after the user has seen and confirmed the changes. */
import { useRef, useState } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { getEndpointHost } from '../../lib/models/address.ts';
import { MAX_FILE_BYTES, readSettingsFile, type SettingsFile } from '../../lib/protocol/settings-file.ts';
import { needsAccess, getEngineOrigin } from '../search/engine-form.ts';
import { hasServer } from '../models/model-form.ts';
import { t } from '../strings/strings.ts';
import type { SectionProps } from '../use-settings.ts';

interface PendingImport {
  readonly name: string;
  readonly file: SettingsFile;
}

export function ImportSettings({ host, store }: SectionProps) {
  const [pending, setPending] = useState<PendingImport | null>(null);
  const [message, setMessage] = useState({ text: '', bad: false });
  const fileInput = useRef<HTMLInputElement>(null);
  const refuse = (why: string): void => setMessage({ text: t.notImported(why), bad: true });

  const readFile = async (file: File): Promise<void> => {
    setPending(null);
    setMessage({ text: '', bad: false });
    if (file.size > MAX_FILE_BYTES) {
      refuse(t.fileTooBig(MAX_FILE_BYTES));
      return;
    }
    const result = readSettingsFile(await file.text());
    if (result.ok) setPending({ name: file.name, file: result.value });
    else refuse(result.message);
  };
  const replace = async ({ settings, keys }: SettingsFile): Promise<void> => {
    if (Object.keys(keys).length > 0) await host.importKeys(keys);
    await store.update(() => settings);
    setMessage({ text: t.imported(settings.models.length), bad: false });
  };
  const reportErrors = (work: Promise<void>): void => {
    work.catch((thrown: unknown) => refuse(getErrorMessage(thrown)));
  };
  /** The buttons disappear and would take the focus with them. */
  const closeQuestion = (): void => {
    setPending(null);
    fileInput.current?.focus();
  };
  const servers = pending === null ? [] : listServers(pending.file);
  return (
    <div className="transfer">
      <label className="button file">
        {t.importSettings}
        <input
          ref={fileInput}
          className="unseen"
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file !== undefined) reportErrors(readFile(file));
            event.target.value = ''; // allows choosing the same file again
          }}
        />
      </label>
      {pending !== null && (
        <div className="sure" role="group" aria-label={t.importSettings}>
          <p role="status">
            {t.importSure(pending.name, pending.file.settings.models.length, Object.keys(pending.file.keys).length)}{' '}
            {t.importReplaces}
          </p>
          {servers.length > 0 && (
            <p className="fine">
              {t.importServers(servers)} {t.importAccess}
            </p>
          )}
          <div className="row">
            <button
              type="button"
              className="button accent"
              onClick={() => {
                closeQuestion();
                reportErrors(replace(pending.file));
              }}
            >
              {t.importNow}
            </button>
            <button type="button" className="button" onClick={closeQuestion}>
              {t.cancel}
            </button>
          </div>
        </div>
      )}
      <p role={message.bad ? 'alert' : 'status'} className={message.bad ? 'warn' : ''}>
        {message.text}
      </p>
    </div>
  );
}

/** Page texts or search terms would go to these hosts. */
function listServers({ settings }: SettingsFile): readonly string[] {
  const hosts = settings.models.filter(hasServer).map(({ endpoint }) => getEndpointHost(endpoint));
  const engines = settings.search.engines.filter(needsAccess).map((config) => getEndpointHost(getEngineOrigin(config)));
  return Array.from(new Set([...hosts, ...engines]));
}
