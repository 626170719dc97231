/** A key is removed with the last engine that needs it. */
import { useRef, useState } from 'react';
import { getErrorMessage } from '../../lib/base/errors.ts';
import { getEngineInfo, formatEngineLabel } from '../../lib/pipeline/engines/engines.ts';
import type { EngineConfig, EngineId } from '../../lib/pipeline/engines/types.ts';
import { toEngineKey, MAX_ENGINES, SEARCH_ANCHOR } from '../../lib/protocol/settings/search.ts';
import type { Settings } from '../../lib/protocol/settings/settings.ts';
import {
  listEngineChoices,
  isOriginUsed,
  moveEngine,
  createEngineForm,
  getEngineOrigin,
  toEngineConfig,
  putEngine,
  removeEngine,
} from './engine-form.ts';
import { t } from '../strings/strings.ts';
import { Message, Section, useMessage, useScrollToSection } from '../parts/section.tsx';
import type { SectionProps } from '../use-settings.ts';
import { EngineEditor } from './engine-editor.tsx';
import { EngineRow } from './engine-row.tsx';

export function WebSearch({ host, store }: SectionProps) {
  const { settings, update } = store;
  const { engines } = settings.search;
  const [open, setOpen] = useState<readonly string[]>([]);
  const [adding, setAdding] = useState<EngineId | null>(null);
  const { message, showMessage, showError } = useMessage();
  const heading = useRef<HTMLHeadingElement>(null);
  useScrollToSection(SEARCH_ANCHOR, heading);

  const closeEditor = (name: string): void => setOpen((now) => now.filter((other) => other !== name));
  const toggleEditor = (name: string): void => (open.includes(name) ? closeEditor(name) : setOpen([...open, name]));
  const showFailure = (thrown: unknown): void => showError(t.notSaved(getErrorMessage(thrown)));
  const applyChange = async (to: (now: Settings) => Settings, text: string): Promise<void> => {
    await update(to);
    showMessage(text);
  };
  /** Null saves a new one. The form disappears, so the heading gets the focus. */
  const save = async (config: EngineConfig, name: string | null): Promise<void> => {
    await applyChange((now) => putEngine(now, config, name), t.engineSaved(formatEngineLabel(config)));
    if (name === null) setAdding(null);
    else closeEditor(name);
    heading.current?.focus();
  };
  const add = (engine: EngineId): void => {
    const { needsEndpoint, needsKey } = getEngineInfo(engine);
    if (needsEndpoint || needsKey) setAdding(engine);
    else save(toEngineConfig(createEngineForm(engine)), null).catch(showFailure); // nothing needs to be asked
  };
  const move = (config: EngineConfig, by: -1 | 1): void => {
    const position = engines.indexOf(config) + 1 + by;
    applyChange(
      (now) => moveEngine(now, config, by),
      t.movedTo(formatEngineLabel(config), position, engines.length),
    ).catch(showFailure);
  };
  const remove = async (config: EngineConfig): Promise<void> => {
    const origin = getEngineOrigin(config);
    const remaining = { used: true };
    await applyChange(
      (now) => {
        const next = removeEngine(now, config);
        remaining.used = isOriginUsed(next, origin);
        return next;
      },
      t.removed(formatEngineLabel(config)),
    );
    if (!remaining.used && getEngineInfo(config.engine).needsKey) await host.removeKey(origin);
    heading.current?.focus();
  };
  const choices = listEngineChoices(engines);
  return (
    <Section id={SEARCH_ANCHOR} title={t.search} help={t.searchHelp} heading={heading}>
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
              order={{ at, of: engines.length, onMove: (by) => move(config, by) }}
              onEdit={() => toggleEditor(key)}
              onRemove={() => void remove(config).catch(showFailure)}
              editor={
                open.includes(key) ? (
                  <EngineEditor
                    label={t.editTitle(formatEngineLabel(config))}
                    host={host}
                    initial={{ ...config, key: '' }}
                    others={engines.filter((other) => other !== config)}
                    onSave={(next) => save(next, key)}
                    onCancel={() => toggleEditor(key)}
                  />
                ) : null
              }
            />
          );
        })}
      </ol>
      <Message bad={message.bad}>{message.text}</Message>
      {choices.length > 0 && (
        <div className="row choices" role="group" aria-label={t.addEngine}>
          <span className="fine">{t.addEngine}</span>
          {choices.map((engine) => (
            <button
              key={engine}
              type="button"
              className="quiet chip"
              aria-label={t.addEngineLabel(getEngineInfo(engine).name)}
              aria-pressed={adding === engine}
              onClick={() => add(engine)}
            >
              {getEngineInfo(engine).name}
            </button>
          ))}
        </div>
      )}
      {adding !== null && choices.includes(adding) && (
        <EngineEditor
          key={adding} // a new form per engine: typed input, above all the key, must not go to another
          label={t.newEngineTitle(getEngineInfo(adding).name)}
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
      {choices.length === 0 && <p className="fine">{t.enginesFull(MAX_ENGINES)}</p>}
    </Section>
  );
}
