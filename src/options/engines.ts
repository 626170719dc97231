/**
 * The list of search engines and the form of one of them, without a page. The one rule: pure, and what comes out of a form
 * without faults can be stored.
 */
import { aboutEngine, originOf as engineOrigin } from '../lib/pipeline/web/engines.ts';
import { ENGINE_IDS, type EngineConfig, type EngineId } from '../lib/pipeline/web/types.ts';
import { ENGINE_SCHEMA, engineName, MAX_ENGINES } from '../lib/protocol/search.ts';
import type { Settings } from '../lib/protocol/settings.ts';
import { endpointError, originOf } from './checks.ts';
import { t } from './strings.ts';

export interface EngineForm extends EngineConfig {
  /** Only what was typed now; a saved key never comes back. */
  readonly key: string;
}

export type EngineErrors = Readonly<Partial<Record<'endpoint' | 'cx', string>>>;

export const newEngine = (engine: EngineId): EngineForm => ({ engine, endpoint: '', cx: '', key: '' });

/** What is wrong with the form; `others` are the engines beside the one it is about. */
export function engineErrorsIn(form: EngineForm, others: readonly EngineConfig[]): EngineErrors {
  const { needsEndpoint, needsCx } = aboutEngine(form.engine);
  const { maxLength } = ENGINE_SCHEMA.properties.cx;
  const isThere = others.some((other) => engineName(other) === engineName(form));
  const address = needsEndpoint ? endpointError(form.endpoint) : '';
  const endpoint = address !== '' ? address : isThere ? t.errors.siteThere : '';
  const id = form.cx.trim();
  const cx = !needsCx ? '' : id === '' ? t.errors.cxMissing : id.length > maxLength ? t.errors.tooLong(maxLength) : '';
  return { ...(endpoint === '' ? {} : { endpoint }), ...(cx === '' ? {} : { cx }) };
}

/** The engine that a form means. */
export function configFrom({ engine, endpoint, cx }: EngineForm): EngineConfig {
  return { engine, endpoint: endpoint.trim(), cx: aboutEngine(engine).needsCx ? cx.trim() : '' };
}

/** Where its words go, and its key; '' while that is no address. */
export const placeOf = (config: EngineConfig): string => engineOrigin(config) ?? '';

/** Whether the browser has to be asked before it can be reached. Wikipedia lets everybody. */
export const needsAccess = ({ engine, endpoint }: EngineConfig): boolean => engine !== 'wikipedia' || endpoint !== '';

/** Those that can be added: each once, and SearXNG wherever there is an instance. */
export function engineChoices(engines: readonly EngineConfig[]): readonly EngineId[] {
  if (engines.length >= MAX_ENGINES) return [];
  const names = engines.map(engineName);
  return ENGINE_IDS.filter((id) => aboutEngine(id).needsEndpoint || !names.includes(engineName(newEngine(id))));
}

/** With the engine in place of the one of that name, or last. */
export function withEngine(now: Settings, config: EngineConfig, replaced: string | null): Settings {
  const { engines } = now.search;
  const isKnown = engines.some((other) => engineName(other) === replaced);
  const next = isKnown
    ? engines.map((other) => (engineName(other) === replaced ? config : other))
    : [...engines, config];
  return { ...now, search: { ...now.search, engines: next } };
}

export function withoutEngine(now: Settings, config: EngineConfig): Settings {
  const engines = now.search.engines.filter((other) => engineName(other) !== engineName(config));
  return engines.length === now.search.engines.length ? now : { ...now, search: { ...now.search, engines } };
}

/** The engine one place up (-1) or down (1); where it has no further to go, as it was. */
export function movedEngine(now: Settings, config: EngineConfig, by: -1 | 1): Settings {
  const { engines } = now.search;
  const from = engines.findIndex((other) => engineName(other) === engineName(config));
  const [one, other] = [engines[from], engines[from + by]];
  if (!one || !other) return now;
  const next = engines.map((engine) => (engine === one ? other : engine === other ? one : engine));
  return { ...now, search: { ...now.search, engines: next } };
}

/** Whether a model or an engine is at that place, and its key is needed there. */
export function isPlaceUsed({ models, search }: Settings, place: string): boolean {
  return (
    models.some(({ endpoint }) => originOf(endpoint) === place) ||
    search.engines.some((config) => placeOf(config) === place)
  );
}

/** Where keys may be: of all models, and of the engines that need one. */
export function keyedPlaces({ models, search }: Settings): readonly string[] {
  const engines = search.engines.filter(({ engine }) => aboutEngine(engine).needsKey);
  return [...models.map(({ endpoint }) => endpoint), ...engines.map(placeOf)];
}
