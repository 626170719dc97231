/** Settings from a file. The one rule: nothing changes before the person has seen what will, and said yes. */
import { useRef, useState } from 'react';
import { messageOf } from '../../lib/base/errors.ts';
import { hostOf } from '../../lib/models/address.ts';
import { MAX_FILE_BYTES, readSettingsFile, type SettingsFile } from '../../lib/protocol/settings-file.ts';
import { needsAccess, placeOf } from '../engines.ts';
import { hasServer } from '../model-form.ts';
import { t } from '../strings.ts';
import type { SectionProps } from '../use-settings.ts';

/** A file that was read and waits for a yes. */
interface Pending {
  readonly name: string;
  readonly file: SettingsFile;
}

export function ImportSettings({ host, store }: SectionProps) {
  const [pending, setPending] = useState<Pending | null>(null);
  const [message, setMessage] = useState({ text: '', bad: false });
  const chooser = useRef<HTMLInputElement>(null);
  const refuse = (why: string): void => setMessage({ text: t.notImported(why), bad: true });

  const look = async (file: File): Promise<void> => {
    setPending(null);
    setMessage({ text: '', bad: false });
    if (file.size > MAX_FILE_BYTES) {
      refuse(t.fileTooBig(MAX_FILE_BYTES));
      return;
    }
    const read = readSettingsFile(await file.text());
    if (read.ok) setPending({ name: file.name, file: read.value });
    else refuse(read.message);
  };
  const replace = async ({ settings, keys }: SettingsFile): Promise<void> => {
    if (Object.keys(keys).length > 0) await host.importKeys(keys);
    await store.update(() => settings);
    setMessage({ text: t.imported(settings.models.length), bad: false });
  };
  const begin = (work: Promise<void>): void => {
    work.catch((thrown: unknown) => refuse(messageOf(thrown)));
  };
  /** The question is answered: its buttons go, and the focus would go with them. */
  const settle = (): void => {
    setPending(null);
    chooser.current?.focus();
  };
  const servers = pending === null ? [] : serversOf(pending.file);
  return (
    <div className="transfer">
      <label className="button file">
        {t.importSettings}
        <input
          ref={chooser}
          className="unseen"
          type="file"
          accept=".json,application/json"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file !== undefined) begin(look(file));
            event.target.value = ''; // the same file again is a choice too
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
                settle();
                begin(replace(pending.file));
              }}
            >
              {t.importNow}
            </button>
            <button type="button" className="button" onClick={settle}>
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

/** Where its models and engines are, each once: texts of pages would go there, or words to search for. */
function serversOf({ settings }: SettingsFile): readonly string[] {
  const hosts = settings.models.filter(hasServer).map(({ endpoint }) => hostOf(endpoint));
  const engines = settings.search.engines.filter(needsAccess).map((config) => hostOf(placeOf(config)));
  return Array.from(new Set([...hosts, ...engines]));
}
