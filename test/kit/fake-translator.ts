/** A `Translator` that behaves: it marks what it is given as translated, and refuses pairs of languages that it lacks. */
import type { RunPorts } from '../../src/lib/agent/ports.ts';
import { createExtractiveModel } from '../../src/lib/models/extractive/extractive-model.ts';
import { createTranslatorModel } from '../../src/lib/models/translator/translator-model.ts';
import type { RunModels } from '../../src/lib/agent/frames/spec.ts';
import { TRANSLATOR_CONFIG } from '../../src/lib/models/config.ts';
import { modelsOf, roughCounter } from './world.ts';
import type { CreateOptions, LanguagePair, TranslationApis } from '../../src/lib/models/translator/api.ts';

export interface FakeTranslator extends TranslationApis {
  readonly created: LanguagePair[];
  readonly translated: string[];
  /** Sessions that were made and not destroyed. */
  alive(): number;
}

interface Script {
  /** 'available' unless told. */
  readonly state?: string;
  /** Parts of the download that are told on the way. */
  readonly progress?: readonly number[];
  readonly create?: Error;
  readonly translate?: (text: string) => Promise<string>;
  /** What a text is said to be in; no detector unless told. */
  readonly detected?: string;
}

export function fakeTranslator({ state = 'available', progress = [], ...script }: Script = {}): FakeTranslator {
  const [created, translated]: [LanguagePair[], string[]] = [[], []];
  let alive = 0;
  const create = ({ monitor, sourceLanguage, targetLanguage }: CreateOptions) => {
    if (script.create) return Promise.reject(script.create);
    created.push({ sourceLanguage, targetLanguage });
    monitor?.({ addEventListener: (_, listener) => progress.forEach((loaded) => listener({ loaded })) });
    alive += 1;
    return Promise.resolve({
      translate(text: string) {
        translated.push(text);
        return script.translate?.(text) ?? Promise.resolve(text.toUpperCase());
      },
      destroy: () => void (alive -= 1),
    });
  };
  const { detected } = script;
  const detector = {
    availability: () => Promise.resolve('available'),
    create: () =>
      Promise.resolve({
        detect: () => Promise.resolve([{ detectedLanguage: detected ?? 'und' }]),
        destroy: () => undefined,
      }),
  };
  return {
    translator: { availability: () => Promise.resolve(state), create },
    detector: detected === undefined ? null : detector,
    created,
    translated,
    alive: () => alive,
  };
}

/** The models of somebody who has set up none. */
export const translateByBrowser =
  (apis: TranslationApis | null): RunPorts['getModel'] =>
  (config) =>
    config.provider === 'translator' ? createTranslatorModel(config, () => apis) : createExtractiveModel(roughCounter);

/** As the worker binds them for runs without a model. */
export const NO_MODEL: RunModels = modelsOf(
  { id: 'extractive', metered: false },
  { translator: { id: 'translator', label: '', metered: false, config: TRANSLATOR_CONFIG, prices: null } },
);
