/** A `Translator` that behaves: it marks what it is given as translated, and refuses pairs of languages that it lacks. */
import type { RunPorts } from '../../../src/lib/agent/ports.ts';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import { createTranslatorModel } from '../../../src/lib/models/translator/translator-model.ts';
import type { RunModels } from '../../../src/lib/agent/frames/spec.ts';
import { TRANSLATOR_CONFIG } from '../../../src/lib/models/config.ts';
import { modelsOf, roughCounter } from '../runs/world.ts';
import type { CreateOptions, LanguagePair, TranslationApis } from '../../../src/lib/models/translator/api.ts';

export interface FakeTranslator extends TranslationApis {
  readonly created: LanguagePair[];
  readonly translated: string[];
  /** Texts whose language was to be found. */
  readonly examined: string[];
  /** Whether the detector was created in a way that loads it. */
  loadedDetector(): boolean;
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
  readonly detected?: string | ((text: string) => string);
  /** Of the detector: 'available' unless told. */
  readonly detectorState?: string;
}

export function fakeTranslator({ state = 'available', progress = [], ...script }: Script = {}): FakeTranslator {
  const [created, translated, examined]: [LanguagePair[], string[], string[]] = [[], [], []];
  let [alive, isLoaded] = [0, false];
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
  const { detected = 'und', detectorState = 'available' } = script;
  const detector = {
    availability: () => Promise.resolve(detectorState),
    create: ({ monitor }: Pick<CreateOptions, 'monitor'>) => {
      isLoaded ||= monitor !== undefined;
      alive += 1;
      return Promise.resolve({
        detect(text: string) {
          examined.push(text);
          return Promise.resolve([{ detectedLanguage: typeof detected === 'string' ? detected : detected(text) }]);
        },
        destroy: () => void (alive -= 1),
      });
    },
  };
  return {
    translator: { availability: () => Promise.resolve(state), create },
    detector: script.detected === undefined ? null : detector,
    created,
    translated,
    examined,
    loadedDetector: () => isLoaded,
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
