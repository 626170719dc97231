/** Asks for a language, which is remembered, and translates the page or what is selected on it. */
import { useEffect, useState } from 'react';
import { findOfferedLanguage, listLanguages } from '../../lib/protocol/settings/answers.ts';
import '../../ui/field.css';
import { useModel, usePanel } from '../panel-context.ts';
import { Button } from '../parts/button.tsx';
import { focusSendButton } from './send-button.tsx';
import { FinePrint } from '../parts/fine-print.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { refreshSelection, useSelectionEstimate } from '../parts/use-selection-estimate.ts';
import { listCostFacts } from '../receipt/estimate-facts.ts';
import { t } from '../strings/strings.ts';

export function TranslateSheet({ close }: { readonly close: () => void }) {
  const { panel, host } = usePanel();
  const stored = useLoaded(host.loadTranslationLanguage);
  const [chosen, choose] = useState<string | null>(null);
  const estimate = useModel(({ access }) => (access.type === 'ready' ? access.estimate.translation : null));
  const selection = useSelectionEstimate();
  useEffect(refreshSelection, []);
  const language = chosen ?? findOfferedLanguage(stored ?? '');
  const isLoaded = stored !== undefined;
  const start = (translate: () => Promise<unknown>): void => {
    if (!isLoaded) return;
    close();
    void host.saveTranslationLanguage(language).then(() => {
      focusSendButton(); // what opened the sheet goes
      return translate();
    });
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
      {estimate !== null && <FinePrint facts={listCostFacts(estimate, t.free, t.translate.likely)} />}
      {selection?.translation && (
        <FinePrint facts={listCostFacts(selection.translation, t.free, t.translate.likelySelection)} />
      )}
      <div className="row">
        <Button
          className="button accent"
          aria-disabled={estimate === null || !isLoaded}
          onClick={() => estimate !== null && start(panel.translatePage)}
        >
          {t.translate.page}
        </Button>
        {selection?.isSelected === true && (
          <Button aria-disabled={!isLoaded} onClick={() => start(() => panel.startSelectionAction('translate', ''))}>
            {t.translate.selection}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
