/** Engine list and form. Pure. A form without errors can be stored. */
import { getEngineInfo, getSearchOrigin as engineOrigin } from '../../lib/pipeline/engines/engine-info.ts';
import { ENGINE_IDS, type EngineConfig, type EngineId } from '../../lib/pipeline/engines/types.ts';
import { ENGINE_SCHEMA, toEngineKey, MAX_ENGINES } from '../../lib/protocol/settings/search.ts';
import type { Settings } from '../../lib/protocol/settings/settings.ts';
import { moveEntry } from '../parts/editable-row.tsx';
import { validateEndpoint } from '../models/field-checks.ts';
import { t } from '../strings/strings.ts';

export interface EngineForm extends EngineConfig {
  /** Only what was typed now; a saved key is never shown. */
  readonly key: string;
}

type EngineErrors = Readonly<Partial<Record<'endpoint' | 'cx', string>>>;

export const createEngineForm = (engine: EngineId): EngineForm => ({ engine, endpoint: '', cx: '', key: '' });

export function validateEngineForm(form: EngineForm, others: readonly EngineConfig[]): EngineErrors {
  const { needsEndpoint, needsCx } = getEngineInfo(form.engine);
  const { maxLength } = ENGINE_SCHEMA.properties.cx;
  const isListed = others.some((other) => toEngineKey(other) === toEngineKey(form));
  const address = needsEndpoint ? validateEndpoint(form.endpoint) : '';
  const endpoint = address !== '' ? address : isListed ? t.errors.siteThere : '';
  const id = form.cx.trim();
  const cx = !needsCx ? '' : id === '' ? t.errors.cxMissing : id.length > maxLength ? t.errors.tooLong(maxLength) : '';
  return { ...(endpoint === '' ? {} : { endpoint }), ...(cx === '' ? {} : { cx }) };
}

export function toEngineConfig({ engine, endpoint, cx }: EngineForm): EngineConfig {
  return { engine, endpoint: endpoint.trim(), cx: getEngineInfo(engine).needsCx ? cx.trim() : '' };
}

/** The origin that search terms and the key go to; '' if there is no valid address. */
export const getEngineOrigin = (config: EngineConfig): string => engineOrigin(config) ?? '';

/** Wikipedia allows every origin. */
export const needsAccess = ({ engine, endpoint }: EngineConfig): boolean => engine !== 'wikipedia' || endpoint !== '';

/** SearXNG is offered once per instance. */
export function listEngineChoices(engines: readonly EngineConfig[]): readonly EngineId[] {
  if (engines.length >= MAX_ENGINES) return [];
  const names = engines.map(toEngineKey);
  return ENGINE_IDS.filter(
    (id) => getEngineInfo(id).needsEndpoint === true || !names.includes(toEngineKey(createEngineForm(id))),
  );
}

export function putEngine(now: Settings, config: EngineConfig, replaced: string | null): Settings {
  const { engines } = now.search;
  const isKnown = engines.some((other) => toEngineKey(other) === replaced);
  const next = isKnown
    ? engines.map((other) => (toEngineKey(other) === replaced ? config : other))
    : [...engines, config];
  return { ...now, search: { ...now.search, engines: next } };
}

export function removeEngine(now: Settings, config: EngineConfig): Settings {
  const engines = now.search.engines.filter((other) => toEngineKey(other) !== toEngineKey(config));
  return engines.length === now.search.engines.length ? now : { ...now, search: { ...now.search, engines } };
}

/** Unchanged at the end of the list. */
export function moveEngine(now: Settings, config: EngineConfig, by: -1 | 1): Settings {
  const engines = moveEntry(now.search.engines, (other) => toEngineKey(other) === toEngineKey(config), by);
  return engines === now.search.engines ? now : { ...now, search: { ...now.search, engines } };
}

export function listKeyAddresses({ models, search, toolServers }: Settings): readonly string[] {
  const engines = search.engines.filter(({ engine }) => getEngineInfo(engine).needsKey);
  const addresses = toolServers.map(({ address }) => address);
  return [...models.map(({ endpoint }) => endpoint), ...engines.map(getEngineOrigin), ...addresses];
}
