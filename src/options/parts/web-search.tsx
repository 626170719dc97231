/**
 * The engines that the web is searched with, in their order. The one rule: what is typed for one is not lost by what is done
 * to another, and a key goes with the last engine that needs it.
 */
import { useRef, useState } from 'react';
import { messageOf } from '../../lib/base/errors.ts';
import { aboutEngine, labelOf } from '../../lib/pipeline/web/engines.ts';
import type { EngineConfig, EngineId } from '../../lib/pipeline/web/types.ts';
import { engineName, MAX_ENGINES, SEARCH } from '../../lib/protocol/search.ts';
import type { Settings } from '../../lib/protocol/settings.ts';
import {
  engineChoices,
  isPlaceUsed,
  movedEngine,
  newEngine,
  placeOf,
  configFrom,
  withEngine,
  withoutEngine,
} from '../engines.ts';
import { t } from '../strings.ts';
import { useLed } from '../use-led.ts';
import type { SectionProps } from '../use-settings.ts';
import { EngineEditor } from './engine-editor.tsx';
import { EngineRow } from './engine-row.tsx';

export function WebSearch({ host, store }: SectionProps) {
  const { settings, update } = store;
  const { engines } = settings.search;
  /** Names of the engines that are edited. */
  const [open, setOpen] = useState<readonly string[]>([]);
  const [adding, setAdding] = useState<EngineId | null>(null);
  const [message, setMessage] = useState({ text: '', bad: false });
  const heading = useRef<HTMLHeadingElement>(null);
  useLed(SEARCH, heading);

  const close = (name: string): void => setOpen((now) => now.filter((other) => other !== name));
  const toggle = (name: string): void => (open.includes(name) ? close(name) : setOpen([...open, name]));
  const fail = (thrown: unknown): void => setMessage({ text: t.notSaved(messageOf(thrown)), bad: true });
  const change = async (to: (now: Settings) => Settings, said: string): Promise<void> => {
    await update(to);
    setMessage({ text: said, bad: false });
  };
  /** Of the engine of that name, or a new one. What had the focus goes, and the focus would go with it. */
  const save = async (config: EngineConfig, name: string | null): Promise<void> => {
    await change((now) => withEngine(now, config, name), t.engineSaved(labelOf(config)));
    if (name === null) setAdding(null);
    else close(name);
    heading.current?.focus();
  };
  const add = (engine: EngineId): void => {
    const { needsEndpoint, needsKey } = aboutEngine(engine);
    if (needsEndpoint || needsKey) setAdding(engine);
    else save(configFrom(newEngine(engine)), null).catch(fail); // there is nothing to ask
  };
  const move = (config: EngineConfig, by: -1 | 1): void => {
    const at = engines.indexOf(config) + 1 + by;
    change((now) => movedEngine(now, config, by), t.movedTo(labelOf(config), at, engines.length)).catch(fail);
  };
  const remove = async (config: EngineConfig): Promise<void> => {
    const place = placeOf(config);
    const left = { used: true };
    await change(
      (now) => {
        const next = withoutEngine(now, config);
        left.used = isPlaceUsed(next, place);
        return next;
      },
      t.removed(labelOf(config)),
    );
    if (!left.used && aboutEngine(config.engine).needsKey) await host.removeKey(place);
    heading.current?.focus();
  };
  const choices = engineChoices(engines);
  return (
    <section className="card" aria-labelledby={SEARCH}>
      <h2 id={SEARCH} ref={heading} tabIndex={-1}>
        {t.search}
      </h2>
      <p className="fine">{t.searchHelp}</p>
      <p className="fine">{t.searchPrivacy}</p>
      {engines.length === 0 && <p className="warn">{t.noEngines}</p>}
      <ol className="models engines">
        {engines.map((config, at) => (
          <EngineRow
            key={engineName(config)}
            host={host}
            store={store}
            config={config}
            isFirst={at === 0}
            isLast={at === engines.length - 1}
            isOpen={open.includes(engineName(config))}
            onEdit={() => toggle(engineName(config))}
            onMove={(by) => move(config, by)}
            onRemove={() => void remove(config).catch(fail)}
          >
            {open.includes(engineName(config)) && (
              <EngineEditor
                label={t.editTitle(labelOf(config))}
                host={host}
                initial={{ ...config, key: '' }}
                others={engines.filter((other) => other !== config)}
                onSave={(next) => save(next, engineName(config))}
                onCancel={() => toggle(engineName(config))}
              />
            )}
          </EngineRow>
        ))}
      </ol>
      <p role={message.bad ? 'alert' : 'status'} className={message.bad ? 'warn' : ''}>
        {message.text}
      </p>
      {choices.length > 0 && (
        <div className="row choices" role="group" aria-label={t.addEngine}>
          <span className="fine">{t.addEngine}</span>
          {choices.map((engine) => (
            <button
              key={engine}
              type="button"
              className="quiet chip"
              aria-label={t.addEngineLabel(aboutEngine(engine).name)}
              aria-pressed={adding === engine}
              onClick={() => add(engine)}
            >
              {aboutEngine(engine).name}
            </button>
          ))}
        </div>
      )}
      {adding !== null && choices.includes(adding) && (
        <EngineEditor
          key={adding} // what was typed for one, its key above all, never goes to another
          label={t.newEngineTitle(aboutEngine(adding).name)}
          host={host}
          initial={newEngine(adding)}
          others={engines}
          onSave={(config) => save(config, null)}
          onCancel={() => {
            setAdding(null);
            heading.current?.focus();
          }}
        />
      )}
      {choices.length === 0 && <p className="fine">{t.enginesFull(MAX_ENGINES)}</p>}
    </section>
  );
}
