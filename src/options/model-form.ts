/**
 * One model's form as typed, and the entry it means. The one rule: pure; a form either means an entry that passes its
 * schema, or says for each field at fault what belongs there.
 */
import { splitId } from '../lib/models/config.ts';
import type { Preset } from '../lib/models/presets.ts';
import { priceOf, type Prices } from '../lib/models/prices.ts';
import type { Candidate } from '../lib/protocol/probe.ts';
import { MODEL_DEFAULTS, MODEL_SCHEMA, type ModelSettings } from '../lib/protocol/settings.ts';
import { amountError, amountText, endpointError, numberError, secondsError } from './checks.ts';
import type { Typed } from './host.ts';
import { t } from './strings.ts';

/** In the order of the page. */
export const PRICES = ['priceInput', 'priceCached', 'priceOutput'] as const;
export type Price = (typeof PRICES)[number];
/** Without these two no cost can be told. */
const NEEDED = ['priceInput', 'priceOutput'] as const;

export const TIMEOUTS = ['connect', 'firstChunk', 'gap', 'total'] as const;
type Timeout = (typeof TIMEOUTS)[number];

/** What is typed, as it stands in the fields. Time-outs in seconds; prices are '' where the settings say 0. */
export interface ModelForm extends Readonly<Record<Timeout | Price, string>> {
  readonly provider: ModelSettings['provider'];
  /** The first part of the id. */
  readonly name: string;
  readonly endpoint: string;
  readonly model: string;
  /** Only what was typed now; a saved key never comes back. */
  readonly key: string;
  readonly contextTokens: string;
  readonly toolCalling: ModelSettings['toolCalling'];
  readonly pictures: boolean;
  /** Minutes. */
  readonly keepAlive: string;
}

export type Field = Exclude<keyof ModelForm, 'provider' | 'toolCalling' | 'pictures'>;
export type Errors = Readonly<Partial<Record<Field, string>>>;

export function formOf(entry: ModelSettings): ModelForm {
  const seconds = (name: Timeout): string => String(entry.timeouts[name] / 1000);
  return {
    provider: entry.provider,
    name: splitId(entry.id).name,
    endpoint: entry.endpoint,
    model: entry.model,
    key: '',
    contextTokens: String(entry.contextTokens),
    toolCalling: entry.toolCalling,
    pictures: entry.pictures,
    keepAlive: String(entry.keepAlive),
    priceInput: amountText(entry.priceInput),
    priceCached: amountText(entry.priceCached),
    priceOutput: amountText(entry.priceOutput),
    connect: seconds('connect'),
    firstChunk: seconds('firstChunk'),
    gap: seconds('gap'),
    total: seconds('total'),
  };
}

/** The form of a new model from there. */
export function formFrom({ name, provider, endpoint, model, contextTokens, pictures }: Preset): ModelForm {
  return formOf({ ...MODEL_DEFAULTS, id: `${name}:${model}`, provider, endpoint, model, contextTokens, pictures });
}

/** Whether there is a server: Chrome's own model has no address, no key and no list. */
export function hasServer({ provider }: Pick<ModelForm, 'provider'>): boolean {
  return provider !== 'chrome';
}

/** What is wrong, by field, in the order of the page. A server's fields count only where there is one. */
export function errorsIn(form: ModelForm): Errors {
  const { contextTokens, keepAlive, timeouts } = MODEL_SCHEMA.properties;
  const found: [Field, string][] = [];
  if (hasServer(form)) found.push(['endpoint', endpointError(form.endpoint)]);
  found.push(['model', modelError(form.model)], ['name', nameError(form.name)]);
  found.push(['contextTokens', numberError(form.contextTokens, contextTokens)]);
  if (form.provider === 'ollama') found.push(['keepAlive', numberError(form.keepAlive, keepAlive)]);
  if (hasServer(form)) for (const name of PRICES) found.push([name, priceError(form, name)]);
  for (const name of TIMEOUTS) found.push([name, secondsError(form[name], timeouts.properties[name])]);
  return Object.fromEntries(found.filter(([, error]) => error !== ''));
}

/** Only these fields' errors. */
export function only(errors: Errors, fields: readonly Field[]): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => fields.some((field) => field === name)));
}

/** The entry that a form without errors means. What is not on the page for this provider has its default. */
export function entryFrom(form: ModelForm): ModelSettings {
  const ms = (name: Timeout): number => Math.round(Number(form[name]) * 1000);
  const served = hasServer(form);
  const model = form.model.trim();
  const price = (name: Price): number => (served ? Number(form[name]) : 0);
  return {
    id: `${form.name.trim()}:${model}`,
    provider: form.provider,
    endpoint: served ? form.endpoint.trim() : '',
    model,
    contextTokens: Number(form.contextTokens),
    toolCalling: form.toolCalling,
    pictures: form.pictures,
    keepAlive: form.provider === 'ollama' ? Number(form.keepAlive) : MODEL_DEFAULTS.keepAlive,
    timeouts: { connect: ms('connect'), firstChunk: ms('firstChunk'), gap: ms('gap'), total: ms('total') },
    priceInput: price('priceInput'),
    priceCached: price('priceCached'),
    priceOutput: price('priceOutput'),
  };
}

/** What is tested: the form as typed, saved or not. */
export function candidateOf(form: ModelForm): Typed<Candidate> {
  const { provider, endpoint, model, contextTokens, keepAlive } = { ...form, ...entryFrom(form) };
  return { provider, endpoint, model, contextTokens, keepAlive, key: form.key.trim() === '' ? null : form.key };
}

/** The list price of the chosen model at the chosen server; null where none is known. */
export function listPriceOf({ endpoint, model }: Pick<ModelForm, 'endpoint' | 'model'>): Prices | null {
  return priceOf(endpoint, model);
}

/** Whether there are prices, the person's own or the list's: until there are, nobody can tell what a run costs. */
export function arePricesKnown(form: ModelForm): boolean {
  return NEEDED.every((name) => form[name].trim() !== '') || listPriceOf(form) !== null;
}

function modelError(model: string): string {
  const { maxLength } = MODEL_SCHEMA.properties.model;
  if (model.trim() === '') return t.errors.modelMissing;
  return model.trim().length > maxLength ? t.errors.tooLong(maxLength) : '';
}

function nameError(name: string): string {
  return /^[a-z0-9-]{1,40}$/.test(name.trim()) ? '' : t.errors.name;
}

/** One price alone would make every cost too low, so input and output are given or no price is. */
function priceError(form: ModelForm, price: Price): string {
  const missing =
    price !== 'priceCached' && form[price].trim() === '' && PRICES.some((other) => form[other].trim() !== '');
  return missing ? t.errors.otherPrice : amountError(form[price], MODEL_SCHEMA.properties[price]);
}
