import { useId } from 'react';
import { focusSendButton, isSecondClick } from '../composer/send-button.tsx';
import { PLAIN_QUESTION } from '../question/question.ts';
import { listSummaryItems, type SummaryStyle } from '../composer/summary-items.ts';
import { useTranslation } from '../composer/use-commands.tsx';
import { isolateLine } from '../../lib/base/one-line.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { Button, QuietButton } from '../parts/button.tsx';
import { useHasModel } from '../parts/connect-model.tsx';
import { ForeignText } from '../parts/foreign-text.tsx';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { useSelectionEstimate } from '../parts/use-selection-estimate.ts';
import { useShortcut } from '../parts/use-shortcut.ts';
import { t } from '../strings/shell.ts';

const NO_TOPICS: readonly string[] = [];

/** What can be done at once with a page that can be read. */
export function StartActions() {
  const { panel } = usePanel();
  const topics = useModel(({ access }) => (access.type === 'ready' ? access.estimate.topics : NO_TOPICS));
  const shortcut = useShortcut('summarise');
  const hasModel = useHasModel();
  const topicsId = useId();
  const translation = useTranslation('');
  const hasSelection = useSelectionEstimate()?.isSelected === true;
  const summarise = (style: SummaryStyle): void => {
    focusSendButton(); // these buttons go
    void panel.summarise(style);
  };
  const explain = (): void => {
    focusSendButton();
    void panel.startSelectionAction('explain', '');
  };
  const options = [...(hasModel ? listSummaryItems(summarise) : []), ...translation.commands];
  const ask = (goal: string): void => {
    focusSendButton();
    void panel.ask({ ...PLAIN_QUESTION, goal });
  };
  return (
    <>
      <div className="row start-actions">
        <Button
          className="button accent"
          title={shortcut}
          onClick={(event) => {
            if (isSecondClick(event)) return;
            summarise({});
          }}
        >
          {t.summarise}
        </Button>
        {options.length > 0 && (
          <Menu items={options} hint={t.summaryOptions}>
            <Icon name="more" />
          </Menu>
        )}
        {hasSelection && (
          <QuietButton look="edged" onClick={explain}>
            {t.explainSelection}
          </QuietButton>
        )}
      </div>
      {topics.length > 0 && (
        <div className="stack gap-1">
          <p id={topicsId} className="fine">
            {t.topics}
          </p>
          <ul className="row gap-1 topics" aria-labelledby={topicsId}>
            {topics.map((topic) => (
              <li key={topic}>
                <QuietButton look="pill" title={isolateLine(t.askAbout(topic))} onClick={() => ask(t.askAbout(topic))}>
                  <ForeignText text={topic} />
                </QuietButton>
              </li>
            ))}
          </ul>
        </div>
      )}
      {translation.extras}
    </>
  );
}
