import type { FromSchema } from 'json-schema-to-ts';
import { getEngineInfo, getSearchOrigin } from '../../pipeline/engines/engine-info.ts';
import { defineObject, type DeepReadonly } from '../../schema/object.ts';
import { ENGINE_IDS, type EngineConfig } from '../../pipeline/engines/types.ts';
import { parseUrl } from '../../base/urls.ts';

export const MAX_ENGINES = 8;

export const ENGINE_SCHEMA = defineObject({
  engine: { enum: ENGINE_IDS },
  endpoint: { type: 'string', maxLength: 2000 },
  cx: { type: 'string', maxLength: 200 },
});

export const SEARCH_SETTINGS_SCHEMA = defineObject({
  /** In order of use: the next one is called if one returns too few results. */
  engines: { type: 'array', maxItems: MAX_ENGINES, items: ENGINE_SCHEMA },
});

type SearchSettings = DeepReadonly<FromSchema<typeof SEARCH_SETTINGS_SCHEMA>>;

/** Returns the first fault with its path in the settings; '' if there is none. */
export function findSearchFault({ engines }: SearchSettings): string {
  const faults = engines.map((config, index) => {
    const fault = findEngineFault(config, engines.slice(0, index));
    return fault === '' ? '' : `settings: /search/engines/${String(index)}${fault}`;
  });
  return faults.find((fault) => fault !== '') ?? '';
}

function findEngineFault(config: EngineConfig, before: readonly EngineConfig[]): string {
  if (getSearchOrigin(config) === null)
    return '/endpoint is no web address; expected one such as https://search.example.org.';
  if (getEngineInfo(config.engine).needsCx && config.cx.trim() === '')
    return '/cx is empty; expected the id of a search engine.';
  const isDuplicate = before.some((other) => toEngineKey(other) === toEngineKey(config));
  return isDuplicate ? ' is there twice; expected each engine once.' : '';
}

/** Detects duplicates whose URLs were typed differently. */
export function toEngineKey({ engine, endpoint }: EngineConfig): string {
  const text = endpoint.trim();
  const address = parseUrl(text)?.href.replace(/\/{1,100}$/, '') ?? text;
  return `${engine} ${address}`;
}
