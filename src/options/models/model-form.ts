/** The form of one model; without errors it converts to an entry that passes its schema. */
import { omitUndefined } from '../../lib/base/loose.ts';
import { isSelfHosted } from '../../lib/models/address.ts';
import { splitModelId } from '../../lib/models/config.ts';
import type { Preset } from '../../lib/models/presets.ts';
import { findUsualPrices } from '../../lib/models/prices.ts';
import type { Candidate } from '../../lib/protocol/requests/model.ts';
import { createEntry, type Traits } from '../../lib/protocol/settings/model-entries.ts';
import { MODEL_DEFAULTS, MODEL_SCHEMA, type ModelSettings } from '../../lib/protocol/settings/settings.ts';
import { validateAmount, formatAmount, validateEndpoint, validateNumber, validateSeconds } from './field-checks.ts';
import type { Typed } from '../host.ts';
import { t } from '../strings/strings.ts';

export const PRICES = ['priceInput', 'priceCached', 'priceOutput'] as const;
type Price = (typeof PRICES)[number];
/** Without these two no cost can be computed. */
const REQUIRED_PRICES = ['priceInput', 'priceOutput'] as const;

export const TIMEOUTS = ['connect', 'firstChunk', 'gap', 'total'] as const;
type Timeout = (typeof TIMEOUTS)[number];

/** As typed. Time-outs in seconds; prices are '' where the settings have 0. */
export interface ModelForm extends Readonly<Record<Timeout | Price, string>> {
  readonly provider: ModelSettings['provider'];
  readonly name: string;
  readonly endpoint: string;
  readonly model: string;
  /** Only what was typed now; a saved key is never shown. */
  readonly key: string;
  readonly contextTokens: string;
  readonly toolCalling: ModelSettings['toolCalling'];
  readonly pictures: boolean;
  /** Minutes. */
  readonly keepAlive: string;
  /** '' for none. */
  readonly embedding: string;
}

export type FieldName = Exclude<keyof ModelForm, 'provider' | 'toolCalling' | 'pictures'>;
type ModelFormErrors = Readonly<Partial<Record<FieldName, string>>>;

export function toModelForm(entry: ModelSettings): ModelForm {
  const seconds = TIMEOUTS.map((name) => [name, String(entry.timeouts[name] / 1000)]);
  const prices = PRICES.map((name) => [name, formatAmount(entry[name])]);
  return {
    provider: entry.provider,
    name: splitModelId(entry.id).name,
    endpoint: entry.endpoint,
    model: entry.model,
    key: '',
    contextTokens: String(entry.contextTokens),
    toolCalling: entry.toolCalling,
    pictures: entry.pictures,
    keepAlive: String(entry.keepAlive),
    embedding: entry.embedding ?? '',
    ...(Object.fromEntries([...prices, ...seconds]) as Readonly<Record<Timeout | Price, string>>),
  };
}

export const createModelForm = (preset: Preset): ModelForm => toModelForm(createEntry(preset));

/** False for Chrome's own model. */
export function hasServer({ provider }: Pick<ModelForm, 'provider'>): boolean {
  return provider !== 'chrome';
}

/** In page order. A server's fields are only checked if there is one. */
export function validateModelForm(form: ModelForm): ModelFormErrors {
  const { contextTokens, keepAlive, timeouts } = MODEL_SCHEMA.properties;
  const found: [FieldName, string][] = [];
  if (hasServer(form)) found.push(['endpoint', validateEndpoint(form.endpoint)]);
  found.push(['model', validateModelName(form.model)]);
  found.push(['contextTokens', validateNumber(form.contextTokens, contextTokens)]);
  if (form.provider === 'ollama') found.push(['keepAlive', validateNumber(form.keepAlive, keepAlive)]);
  if (isSelfHosted(form)) found.push(['embedding', validateLength(form.embedding)]);
  if (hasServer(form)) for (const name of PRICES) found.push([name, validatePrice(form, name)]);
  found.push(['name', validateServerName(form.name)]);
  for (const name of TIMEOUTS) found.push([name, validateSeconds(form[name], timeouts.properties[name])]);
  return Object.fromEntries(found.filter(([, error]) => error !== ''));
}

export function pickErrors(errors: ModelFormErrors, fields: readonly FieldName[]): ModelFormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => fields.some((field) => field === name)));
}

/** The form must have no errors. Fields not shown for this provider get their defaults. */
export function toModelSettings(form: ModelForm): ModelSettings {
  const toMs = (name: Timeout): number => Math.round(Number(form[name]) * 1000);
  const isServed = hasServer(form);
  const model = form.model.trim();
  const parsePrice = (name: Price): number => (isServed ? Number(form[name]) : 0);
  return {
    id: `${form.name.trim()}:${model}`,
    provider: form.provider,
    endpoint: isServed ? form.endpoint.trim() : '',
    model,
    contextTokens: Number(form.contextTokens),
    toolCalling: form.toolCalling,
    pictures: form.pictures,
    keepAlive: form.provider === 'ollama' ? Number(form.keepAlive) : MODEL_DEFAULTS.keepAlive,
    timeouts: { connect: toMs('connect'), firstChunk: toMs('firstChunk'), gap: toMs('gap'), total: toMs('total') },
    priceInput: parsePrice('priceInput'),
    priceCached: parsePrice('priceCached'),
    priceOutput: parsePrice('priceOutput'),
    ...(isSelfHosted(form) && form.embedding.trim() !== '' && { embedding: form.embedding.trim() }),
  };
}

export function toCandidate(form: ModelForm): Typed<Candidate> {
  const { provider, endpoint, model, contextTokens, keepAlive } = { ...form, ...toModelSettings(form) };
  return { provider, endpoint, model, contextTokens, keepAlive, key: form.key.trim() === '' ? null : form.key };
}

/** If not, the cost of a run is unknown. */
export function hasKnownPrices(form: ModelForm): boolean {
  return REQUIRED_PRICES.every((name) => form[name].trim() !== '') || findUsualPrices(form) !== null;
}

const validateModelName = (model: string): string =>
  model.trim() === '' ? t.errors.modelMissing : validateLength(model);

function validateLength(model: string): string {
  const { maxLength } = MODEL_SCHEMA.properties.model;
  return model.trim().length > maxLength ? t.errors.tooLong(maxLength) : '';
}

function validateServerName(name: string): string {
  return /^[a-z0-9-]{1,40}$/.test(name.trim()) ? '' : t.errors.name;
}

/** One price alone would make every cost too low. */
function validatePrice(form: ModelForm, price: Price): string {
  const missing =
    price !== 'priceCached' && form[price].trim() === '' && PRICES.some((other) => form[other].trim() !== '');
  return missing ? t.errors.otherPrice : validateAmount(form[price], MODEL_SCHEMA.properties[price]);
}

export function applyTraits(form: ModelForm, { contextTokens, toolCalling, pictures }: Traits): ModelForm {
  const tokens = contextTokens === undefined ? undefined : String(contextTokens);
  return { ...form, ...omitUndefined({ contextTokens: tokens, toolCalling, pictures }) };
}

/** '' if nothing is known. */
export function formatTraits({ contextTokens, toolCalling, pictures }: Traits): string {
  return [
    toolCalling === undefined ? '' : t.toolWords[toolCalling],
    contextTokens === undefined ? '' : t.windowWords(contextTokens),
    pictures === undefined ? '' : t.pictureWords[pictures ? 'yes' : 'no'],
  ]
    .filter((words) => words !== '')
    .join(', ');
}
