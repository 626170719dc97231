/** The settings until something is saved. Apart from their schema, which a page does not need at its opening. */
import { DEFAULT_STYLE } from '../../agent/frames/style.ts';
import { EXTRACTIVE_ID } from '../../models/config.ts';
import type { Preset, Settings } from './settings.ts';

export const SETTINGS_VERSION = 1;

export const DEFAULT_SETTINGS: Settings = {
  version: SETTINGS_VERSION,
  models: [],
  main: EXTRACTIVE_ID,
  fast: '',
  vision: '',
  fallback: '',
  tokenBudget: 200_000,
  warnAt: 80,
  maxSteps: 5,
  maxCost: 0,
  toolbar: { where: 'nowhere', sites: [], butNot: [] },
  presets: [],
  ocr: { languages: ['eng'] },
  search: { engines: [{ engine: 'wikipedia', endpoint: '', cx: '' }] },
  history: { keep: 'month', private: false },
  appearance: { theme: 'system', textSize: 'normal' },
  answers: { ...DEFAULT_STYLE, translateTo: '' },
  secondOpinion: false,
  toolServers: [],
};

/** The built-in engine only quotes: it follows no instructions and writes nothing. */
export const hasLanguageModel = ({ main }: Settings): boolean => main !== EXTRACTIVE_ID;

/** Those that can be carried out: each needs a model. */
export const listOfferedPresets = (settings: Settings): readonly Preset[] =>
  hasLanguageModel(settings) ? settings.presets : [];
