import { useId, useState } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { suggestModel } from '../../lib/models/suggest-model.ts';
import type { ListedModel } from '../../lib/protocol/requests/model.ts';
import { Button } from '../parts/button.tsx';
import { t } from '../strings/strings.ts';
import type { Offer } from './find-models.ts';

interface ModelOfferProps {
  readonly offer: Offer;
  readonly isBusy: boolean;
  readonly use: (model: ListedModel) => void;
}

/** The models of one server, of which one is chosen. */
export function ModelOffer({ offer: { preset, models }, isBusy, use }: ModelOfferProps) {
  const [chosenId, setChosenId] = useState(suggestModel(models)?.id);
  const chosen = models.find(({ id }) => id === chosenId) ?? models[0];
  const id = useId();
  if (chosen === undefined) return null;
  return (
    <div className="stack fit">
      <label htmlFor={models.length > 1 ? id : undefined}>{preset.label}</label>
      {models.length > 1 && (
        <select id={id} className="search" value={chosen.id} onChange={({ target }) => setChosenId(target.value)}>
          {models.map((model) => (
            <option key={model.id}>{model.id}</option>
          ))}
        </select>
      )}
      <Button className="button accent" aria-disabled={isBusy} onClick={() => isBusy || use(chosen)}>
        {t.start.connect.use(isolateLine(chosen.id))}
      </Button>
    </div>
  );
}
