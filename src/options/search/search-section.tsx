/** A key is removed with the last engine that needs it. */
import { useRef, useState, type ReactNode } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { getEngineInfo, formatEngineLabel } from '../../lib/pipeline/engines/engine-info.ts';
import type { EngineConfig, EngineId } from '../../lib/pipeline/engines/types.ts';
import { toEngineKey, MAX_ENGINES } from '../../lib/protocol/settings/search.ts';
import { isOriginUsed } from '../../lib/protocol/settings/servers.ts';
import {
  listEngineChoices,
  moveEngine,
  createEngineForm,
  getEngineOrigin,
  toEngineConfig,
  putEngine,
  removeEngine,
  needsAccess,
} from './engine-form.ts';
import { useOpenEditors, EditableRow, type RowOrder } from '../parts/editable-row.tsx';
import { t } from '../strings/strings.ts';
import { Message, Section, useMessage } from '../parts/section.tsx';
import type { SectionProps } from '../use-settings.ts';
import { EngineEditor } from './engine-editor.tsx';
import { Chip, Button } from '../parts/button.tsx';
import { Access, KeyMissing } from '../models/server-access.tsx';
import { EngineTrial, useEngineTrial } from './engine-trial.tsx';

export function WebSearch({ host, store }: SectionProps) {
  const { settings, update } = store;
  const { engines } = settings.search;
  const { isOpen, toggle, close } = useOpenEditors();
  const [adding, setAdding] = useState<EngineId | null>(null);
  const { message, showMessage, report } = useMessage();
  const heading = useRef<HTMLHeadingElement>(null);

  /** Null saves a new one. The form disappears, so the heading gets the focus. Rejects if it was not saved. */
  const save = async (config: EngineConfig, name: string | null): Promise<void> => {
    await update((now) => putEngine(now, config, name));
    showMessage(t.engineSaved(formatEngineLabel(config)));
    if (name === null) setAdding(null);
    else close(name);
    heading.current?.focus();
  };
  const add = (engine: EngineId): void => {
    const { needsEndpoint, needsKey } = getEngineInfo(engine);
    const config = toEngineConfig(createEngineForm(engine));
    if (needsEndpoint || needsKey) setAdding(engine);
    else void report(save(config, null), t.engineSaved(formatEngineLabel(config))); // nothing needs to be asked
  };
  const move = (config: EngineConfig, at: number, by: -1 | 1): void => {
    const moving = update((now) => moveEngine(now, config, by));
    void report(moving, t.movedTo(formatEngineLabel(config), at + 1 + by, engines.length));
  };
  const removeWithKey = async (config: EngineConfig): Promise<void> => {
    const origin = getEngineOrigin(config);
    const remaining = { used: true };
    await update((now) => {
      const next = removeEngine(now, config);
      remaining.used = isOriginUsed(next, origin);
      return next;
    });
    if (!remaining.used && getEngineInfo(config.engine).needsKey) await host.removeKey(origin);
  };
  const remove = async (config: EngineConfig): Promise<void> => {
    if (await report(removeWithKey(config), t.removed(formatEngineLabel(config)))) heading.current?.focus();
  };
  const choices = listEngineChoices(engines);
  return (
    <Section id="search" title={t.search} help={t.searchHelp} heading={heading}>
      <p className="fine">{t.searchPrivacy}</p>
      {engines.length === 0 && <p className="warn">{t.noEngines}</p>}
      <ol className="models engines">
        {engines.map((config, at) => {
          const key = toEngineKey(config);
          return (
            <EngineRow
              key={key}
              host={host}
              store={store}
              config={config}
              order={{ at, of: engines.length, onMove: (by) => move(config, at, by) }}
              onEdit={() => toggle(key)}
              onRemove={() => void remove(config)}
              editor={
                isOpen(key) ? (
                  <EngineEditor
                    label={t.editLabel(formatEngineLabel(config))}
                    host={host}
                    initial={{ ...config, key: '' }}
                    others={engines.filter((other) => other !== config)}
                    onSave={(next) => save(next, key)}
                    onCancel={() => toggle(key)}
                  />
                ) : null
              }
            />
          );
        })}
      </ol>
      <Message {...message} />
      {choices.length > 0 && (
        <div className="row choices" role="group" aria-label={t.addEngine}>
          <span className="fine">{t.addEngine}</span>
          {choices.map((engine) => (
            <Chip
              key={engine}
              aria-label={t.addEngineLabel(getEngineInfo(engine).name)}
              aria-pressed={adding === engine}
              onClick={() => add(engine)}
            >
              {getEngineInfo(engine).name}
            </Chip>
          ))}
        </div>
      )}
      {adding !== null && choices.includes(adding) && (
        <EngineEditor
          key={adding} // a new form per engine: typed input, above all the key, must not go to another
          label={t.addEngineLabel(getEngineInfo(adding).name)}
          host={host}
          initial={createEngineForm(adding)}
          others={engines}
          onSave={(config) => save(config, null)}
          onCancel={() => {
            setAdding(null);
            heading.current?.focus();
          }}
        />
      )}
      {choices.length === 0 && <p className="fine">{t.listFull(MAX_ENGINES)}</p>}
    </Section>
  );
}

interface EngineRowProps extends SectionProps {
  readonly config: EngineConfig;
  readonly order: RowOrder;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  /** Null while it is closed. */
  readonly editor: ReactNode;
}

function EngineRow({ host, store, config, order, onEdit, onRemove, editor }: EngineRowProps) {
  const { trial, run } = useEngineTrial(host);
  const { needsKey, needsEndpoint } = getEngineInfo(config.engine);
  const [label, origin] = [isolateLine(formatEngineLabel(config)), getEngineOrigin(config)];
  const withKey = needsKey === true && !isOriginUsed(removeEngine(store.settings, config), origin);
  return (
    <EditableRow
      name={label}
      order={order}
      actions={
        <Button
          look="small"
          aria-label={t.testLabel(label)}
          aria-disabled={trial.state === 'asking'}
          onClick={() => trial.state === 'asking' || run(config, null)}
        >
          {t.test}
        </Button>
      }
      onEdit={needsKey || needsEndpoint ? onEdit : null}
      question={t.removeSure(label, withKey)}
      onRemove={onRemove}
      status={<EngineTrial trial={trial} />}
      editor={editor}
    >
      <strong>{label}</strong>
      <p className="fine">{t.engineNeeds[config.engine]}</p>
      {needsKey && <KeyMissing host={host} origin={origin} isOpen={editor !== null} />}
      {needsAccess(config) && <Access host={host} name={label} endpoint={origin} />}
    </EditableRow>
  );
}
