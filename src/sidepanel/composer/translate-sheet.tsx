/** Asks for a language, which is remembered, and translates the page or what is selected on it. */
import { useEffect, useState, useRef } from 'react';
import { flushSync } from 'react-dom';
import { findOfferedLanguage, listLanguages } from '../../lib/protocol/settings/answers.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { Button } from '../parts/button.tsx';
import { useHasModel } from '../parts/connect-model.tsx';
import { focusSendButton } from './send-button.tsx';
import { FinePrint } from '../parts/fine-print.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { refreshSelection, useSelectionEstimate } from '../parts/use-selection-estimate.ts';
import { listCostFacts } from '../receipt/estimate-facts.ts';
import { t } from '../strings/strings.ts';
import { toUserError, type UserError } from '../../lib/base/errors.ts';
import type { LoadedLanguages } from '../../lib/models/translator/load-languages.ts';

interface TranslatedSource {
  readonly language: string;
  readonly sample: string;
}

export function TranslateSheet({ close }: { readonly close: () => void }) {
  const { panel, host } = usePanel();
  const stored = useLoaded(host.loadTranslationLanguage);
  const [chosen, choose] = useState<string | null>(null);
  const page = useModel(({ access }) => (access.type === 'ready' ? access.estimate : null));
  const estimate = page?.translation ?? null;
  const selection = useSelectionEstimate();
  const hasModel = useHasModel();
  const { part, fault, prepare } = usePreparation();
  useEffect(refreshSelection, []);
  const language = chosen ?? findOfferedLanguage(stored ?? '');
  const isReady = stored !== undefined && part === null;
  const start = async (source: TranslatedSource | undefined, translate: () => Promise<unknown>): Promise<void> => {
    if (!isReady || !source) return;
    const languages = { from: source.language, sample: source.sample, into: language };
    if (!(await prepare(languages, hasModel))) return;
    flushSync(close);
    focusSendButton(); // what opened the sheet goes
    await translate();
  };
  return (
    <Sheet title={t.translate.title} closeLabel={t.translate.close} close={close}>
      <label className="stack gap-1 field">
        {t.translate.into}
        <select value={language} onChange={(event) => choose(event.target.value)}>
          {listLanguages(language).map(([tag, name]) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {!hasModel && (
        <p role="status" className="fine">
          {part === null ? t.translate.byBrowser : t.translate.loading(part)}
        </p>
      )}
      {hasModel && estimate !== null && <FinePrint facts={listCostFacts(estimate, t.free, t.translate.likely)} />}
      {hasModel && selection?.translation && (
        <FinePrint facts={listCostFacts(selection.translation, t.free, t.translate.likelySelection)} />
      )}
      {fault !== null && (
        <p role="alert" className="warn">
          {fault.message} {fault.hint}
        </p>
      )}
      <div className="row">
        <Button
          className="button accent"
          aria-disabled={estimate === null || !isReady}
          onClick={() => void start(page ?? undefined, panel.translatePage)}
        >
          {t.translate.page}
        </Button>
        {selection?.isSelected === true && (
          <Button
            aria-disabled={!isReady}
            onClick={() => void start(selection, () => panel.startSelectionAction('translate', ''))}
          >
            {t.translate.selection}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

/** Stores the language, once the browser's translator has it. What is under way ends with the component. */
function usePreparation() {
  const { host } = usePanel();
  /** 0 … 1; null while nothing is under way. */
  const [part, setPart] = useState<number | null>(null);
  const [fault, setFault] = useState<UserError | null>(null);
  const closing = useRef<AbortController | null>(null);
  useEffect(() => () => closing.current?.abort(), []);
  /** To be called after a press. Resolves with whether the translation can begin. */
  const prepare = async (languages: LoadedLanguages, hasModel: boolean): Promise<boolean> => {
    const { signal } = (closing.current = new AbortController());
    setFault(null);
    setPart(0);
    try {
      if (!hasModel) await host.loadLanguages(languages, setPart, signal);
      if (!signal.aborted) await host.saveTranslationLanguage(languages.into);
      return !signal.aborted;
    } catch (thrown) {
      if (!signal.aborted) setFault(toUserError(thrown));
      return false;
    } finally {
      if (!signal.aborted) setPart(null);
    }
  };
  return { part, fault, prepare };
}
