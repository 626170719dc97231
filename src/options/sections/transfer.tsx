import { SERVER_TOOL_MARK } from '../../lib/agent/frames/server-tool.ts';
import type { Grant } from '../../lib/agent/frames/spec.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { t } from '../strings/strings.ts';
import type { SectionProps } from '../use-settings.ts';
import { useState, useRef } from 'react';
import { formatError } from '../../lib/base/errors.ts';
import {
  MAX_FILE_BYTES,
  readSettingsFile,
  writeSettingsFile,
  type SettingsFile,
} from '../../lib/protocol/settings/settings-file.ts';
import { listKeyAddresses, needsAccess, getEngineOrigin } from '../search/engine-form.ts';
import { parseWebUrl } from '../../lib/base/urls.ts';
import { isOriginUsed, listServerAddresses } from '../../lib/protocol/settings/servers.ts';
import type { Settings } from '../../lib/protocol/settings/settings.ts';
import type { OptionsHost } from '../host.ts';
import { isShorter } from '../../lib/history/retention.ts';
import { Tick } from '../parts/field.tsx';
import { Message, Section, useMessage } from '../parts/section.tsx';
import { getEndpointHost } from '../../lib/models/address.ts';
import { hasServer } from '../models/model-form.ts';
import { Button, FilePicker } from '../parts/button.tsx';
import { Confirmation } from '../../ui/confirmation.tsx';

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
  const { message, showMessage, showFailure } = useMessage();
  const exportFile = async (): Promise<string> => {
    const keys = withKeys ? await host.exportKeys(listKeyAddresses(settings)) : null;
    host.save(FILE_NAME, writeSettingsFile(settings, keys), 'application/json');
    return keys === null ? t.exported : t.exportedKeys(Object.keys(keys).length);
  };
  const press = (): void => {
    setWithKeys(false); // must be ticked again for every export
    exportFile().then(showMessage, (thrown: unknown) => showFailure(thrown, t.notExported));
  };
  return (
    <div className="transfer">
      <Tick name="withKeys" label={t.withKeys} checked={withKeys} onTick={setWithKeys} />
      <Button onClick={press}>{t.exportSettings}</Button>
      <Message {...message} />
    </div>
  );
}

interface PendingImport {
  readonly name: string;
  readonly file: SettingsFile;
  /** How many conversations go, which the file keeps for less time. */
  readonly expired: number;
}

/** Imports only after the user has seen and confirmed the changes. */
function ImportSettings({ host, store }: SectionProps) {
  const [pending, setPending] = useState<PendingImport | null>(null);
  const { message, showMessage, showError } = useMessage();
  const fileInput = useRef<HTMLInputElement>(null);
  const latest = useRef<File>(null);
  const refuse = (why: string): void => showError(t.notImported(why));

  const readFile = async (file: File): Promise<void> => {
    latest.current = file;
    setPending(null);
    showMessage('');
    if (file.size > MAX_FILE_BYTES) {
      refuse(t.fileTooBig(MAX_FILE_BYTES));
      return;
    }
    const result = readSettingsFile(await file.text());
    if (!result.ok) {
      refuse(result.message);
      return;
    }
    const { keep } = result.value.settings.history;
    const expired = isShorter(keep, store.settings.history.keep) ? await host.countExpired(keep) : 0;
    if (latest.current === file) setPending({ name: file.name, file: result.value, expired });
  };
  const replace = async ({ settings, keys }: SettingsFile): Promise<void> => {
    for (const grant of await host.loadGrants()) if (isForServerTool(grant)) await host.removeGrant(grant);
    if (Object.keys(keys).length > 0) await host.importKeys(keys);
    await store.update(() => settings);
    const isKept = await dropServers(host, store.settings, settings);
    showMessage(t.sayEnded(t.imported(settings.models.length), isKept));
  };
  const reportErrors = (work: Promise<void>): void => {
    work.catch((thrown: unknown) => refuse(formatError(thrown)));
  };
  /** The buttons disappear and would take the focus with them. */
  const closeQuestion = (): void => {
    setPending(null);
    fileInput.current?.focus();
  };
  const servers = pending === null ? [] : listServers(pending.file);
  return (
    <div className="transfer">
      <FilePicker
        label={t.importSettings}
        accept=".json,application/json"
        input={fileInput}
        onFile={(file) => reportErrors(readFile(file))}
      />
      {pending !== null && (
        <Confirmation
          question={
            <>
              {t.importSure(
                isolateLine(pending.name),
                pending.file.settings.models.length,
                Object.keys(pending.file.keys).length,
              )}{' '}
              {t.importReplaces}
              {pending.expired > 0 && (
                <strong className="warn">
                  {' '}
                  {t.keepSure(pending.expired, t.keepTimes[pending.file.settings.history.keep])}
                </strong>
              )}
            </>
          }
          yes={t.importNow}
          no={t.cancel}
          act={() => {
            closeQuestion();
            reportErrors(replace(pending.file));
          }}
          close={closeQuestion}
        >
          {servers.length > 0 && (
            <p className="fine">
              {t.importServers(servers)} {t.importAccess}
            </p>
          )}
        </Confirmation>
      )}
      <Message {...message} />
    </div>
  );
}

/** Removes keys and sign-ins that nothing would show any more. True if one may go on at its server, or was not removed. */
async function dropServers(host: OptionsHost, before: Settings, after: Settings): Promise<boolean> {
  const origins = new Set(listServerAddresses(before).map((address) => parseWebUrl(address)?.origin ?? ''));
  const dropped = [...origins].filter((origin) => origin !== '' && !isOriginUsed(after, origin));
  const ended = await Promise.all(dropped.map((origin) => host.signOut(origin).catch(() => true)));
  return ended.includes(true);
}

/** What was allowed of a server's tool was not allowed of one that a file brings under its name. */
const isForServerTool = ({ tool }: Grant): boolean => tool.includes(SERVER_TOOL_MARK);

/** Page texts, search terms or arguments of tools would go to these hosts. */
function listServers({ settings }: SettingsFile): readonly string[] {
  const hosts = settings.models.filter(hasServer).map(({ endpoint }) => getEndpointHost(endpoint));
  const engines = settings.search.engines.filter(needsAccess).map((config) => getEndpointHost(getEngineOrigin(config)));
  const toolHosts = settings.toolServers.map(({ address }) => getEndpointHost(address));
  return Array.from(new Set([...hosts, ...engines, ...toolHosts]));
}
