/**
 * The form as typed, and the settings it means. The one rule: pure; a form either means settings that pass their
 * schema, or says for each field at fault what belongs there.
 */
import { isLoopback, isPrivate } from '../lib/models/address.ts';
import { priceOf, type Prices } from '../lib/models/prices.ts';
import { SETTINGS_SCHEMA, SETTINGS_VERSION, type Settings } from '../lib/protocol/settings.ts';
import { t } from './strings.ts';

/** In the order of the page. */
export const PRICES = ['priceInput', 'priceCached', 'priceOutput'] as const;
export type Price = (typeof PRICES)[number];
/** Without these two no cost can be told. */
const NEEDED = ['priceInput', 'priceOutput'] as const;

export const TIMEOUTS = ['connect', 'firstChunk', 'gap', 'total'] as const;
type Timeout = (typeof TIMEOUTS)[number];

/** Everything as text, as it stands in the fields. Time-outs in seconds. */
export interface Form extends Readonly<Record<Timeout, string>> {
  readonly provider: Settings['provider'];
  readonly endpoint: string;
  readonly model: string;
  /** Only what was typed now; a saved key never comes back. */
  readonly key: string;
  readonly contextTokens: string;
  readonly toolCalling: Settings['toolCalling'];
  readonly tokenBudget: string;
  /** Percent. */
  readonly warnAt: string;
  readonly maxSteps: string;
  /** Prices and cost are '' where the settings say 0: not given, no bound. */
  readonly priceInput: string;
  readonly priceCached: string;
  readonly priceOutput: string;
  readonly maxCost: string;
}

export type Field = Exclude<keyof Form, 'provider' | 'toolCalling'>;
export type Errors = Readonly<Partial<Record<Field, string>>>;

export function formOf(settings: Settings): Form {
  const { provider, endpoint, model, contextTokens, toolCalling, tokenBudget, maxSteps, timeouts } = settings;
  const seconds = (name: Timeout): string => String(timeouts[name] / 1000);
  return {
    provider,
    endpoint,
    model,
    key: '',
    contextTokens: String(contextTokens),
    toolCalling,
    tokenBudget: String(tokenBudget),
    warnAt: String(settings.warnAt),
    maxSteps: String(maxSteps),
    priceInput: amountText(settings.priceInput),
    priceCached: amountText(settings.priceCached),
    priceOutput: amountText(settings.priceOutput),
    maxCost: amountText(settings.maxCost),
    connect: seconds('connect'),
    firstChunk: seconds('firstChunk'),
    gap: seconds('gap'),
    total: seconds('total'),
  };
}

/** What is wrong, by field, in the order of the page. The server's fields count only where a server is chosen. */
export function errorsIn(form: Form): Errors {
  const { contextTokens, tokenBudget, warnAt, maxSteps, maxCost, timeouts } = SETTINGS_SCHEMA.properties;
  const found: [Field, string][] = [];
  if (form.provider === 'openai-compatible') {
    found.push(['endpoint', endpointError(form.endpoint)], ['model', modelError(form.model)]);
    found.push(['contextTokens', numberError(form.contextTokens, contextTokens)]);
  }
  found.push(['tokenBudget', numberError(form.tokenBudget, tokenBudget)]);
  found.push(['warnAt', numberError(form.warnAt, warnAt)]);
  found.push(['maxSteps', numberError(form.maxSteps, maxSteps)]);
  if (form.provider === 'openai-compatible') {
    for (const name of PRICES) found.push([name, priceError(form, name)]);
    found.push(['maxCost', amountError(form.maxCost, maxCost)]);
    for (const name of TIMEOUTS) found.push([name, secondsError(form[name], timeouts.properties[name])]);
  }
  return Object.fromEntries(found.filter(([, error]) => error !== ''));
}

/** The settings a form without errors means. Without a server its fields are not on the page, and stay as they were. */
export function settingsFrom(form: Form, before: Settings): Settings {
  const limits = {
    tokenBudget: Number(form.tokenBudget),
    warnAt: Number(form.warnAt),
    maxSteps: Number(form.maxSteps),
  };
  if (form.provider === 'extractive') return { ...before, provider: 'extractive', ...limits };
  const ms = (name: Timeout): number => Math.round(Number(form[name]) * 1000);
  return {
    version: SETTINGS_VERSION,
    provider: form.provider,
    endpoint: form.endpoint.trim(),
    model: form.model.trim(),
    contextTokens: Number(form.contextTokens),
    toolCalling: form.toolCalling,
    ...limits,
    priceInput: Number(form.priceInput),
    priceCached: Number(form.priceCached),
    priceOutput: Number(form.priceOutput),
    maxCost: Number(form.maxCost),
    timeouts: { connect: ms('connect'), firstChunk: ms('firstChunk'), gap: ms('gap'), total: ms('total') },
  };
}

/** The list price of the chosen model at the chosen server; null where none is known. */
export function listPriceOf({ endpoint, model }: Form): Prices | null {
  return priceOf(endpoint, model);
}

/** Whether there are prices, the person's own or the list's: until there are, nobody can tell what a run costs. */
export function arePricesKnown(form: Form): boolean {
  return NEEDED.every((name) => form[name].trim() !== '') || listPriceOf(form) !== null;
}

/** The origin an endpoint stands for, or '' while it is no address. */
export function originOf(endpoint: string): string {
  const text = endpoint.trim();
  return endpointError(text) === '' ? new URL(text).origin : '';
}

/** Whether what is sent there could be read on the way. */
export function isUnencrypted(endpoint: string): boolean {
  if (originOf(endpoint) === '') return false;
  const { protocol, hostname } = new URL(endpoint.trim());
  return protocol === 'http:' && !isLoopback(hostname) && !isPrivate(hostname);
}

function endpointError(endpoint: string): string {
  const text = endpoint.trim();
  const { maxLength } = SETTINGS_SCHEMA.properties.endpoint;
  if (text === '') return t.errors.endpointMissing;
  if (text.length > maxLength) return t.errors.tooLong(maxLength);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return t.errors.endpointInvalid;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === '' ? '' : t.errors.endpointExtra;
}

function modelError(model: string): string {
  const { maxLength } = SETTINGS_SCHEMA.properties.model;
  if (model.trim() === '') return t.errors.modelMissing;
  return model.trim().length > maxLength ? t.errors.tooLong(maxLength) : '';
}

interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

function numberError(text: string, { minimum, maximum }: Range): string {
  const fits = /^\s*\d{1,12}\s*$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
  return fits ? '' : t.errors.range(minimum, maximum);
}

function amountText(amount: number): string {
  return amount === 0 ? '' : String(amount);
}

/** Nothing, or a decimal above 0: a typed 0 would read as “free” or “spend nothing”, and the settings' 0 means neither. */
function amountError(text: string, { maximum }: Range): string {
  if (text.trim() === '') return '';
  const fits = /^\s*\d{1,9}(?:\.\d{1,6})?\s*$/.test(text) && Number(text) > 0 && Number(text) <= maximum;
  return fits ? '' : t.errors.amount(maximum);
}

/** One price alone would make every cost too low, so input and output are given or no price is. */
function priceError(form: Form, price: Price): string {
  const missing =
    price !== 'priceCached' && form[price].trim() === '' && PRICES.some((other) => form[other].trim() !== '');
  return missing ? t.errors.otherPrice : amountError(form[price], SETTINGS_SCHEMA.properties[price]);
}

/** `range` is in milliseconds, the text in seconds. */
function secondsError(text: string, { minimum, maximum }: Range): string {
  const ms = Number(text) * 1000;
  const fits = /^\s*\d{1,6}(?:\.\d{1,3})?\s*$/.test(text) && ms >= minimum && ms <= maximum;
  return fits ? '' : t.errors.seconds(minimum / 1000, maximum / 1000);
}
