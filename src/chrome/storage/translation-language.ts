/** The language to translate into: the one that was chosen last, else the browser's. */
import { getBrowserLanguage } from '../browser.ts';
import { changeSettings, loadSettings } from './settings.ts';

/** A BCP 47 tag. */
export const loadTranslationLanguage = async (): Promise<string> =>
  (await loadSettings()).answers.translateTo || getBrowserLanguage();

export async function saveTranslationLanguage(translateTo: string): Promise<void> {
  await changeSettings((now) => ({ ...now, answers: { ...now.answers, translateTo } }));
}
