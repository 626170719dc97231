/** A model in a few presses: one that runs on this computer, or one that a key belongs to. */
import { useId, useState } from 'react';
import type { ModelConnection } from '../../chrome/model-setup.ts';
import { findKeyProvider } from '../../lib/models/presets.ts';
import { Cure } from '../../ui/cure.tsx';
import { Button, QuietButton } from '../parts/button.tsx';
import { Placeholder } from '../parts/fine-print.tsx';
import { Form } from '../parts/submit-form.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { isOffer, type Missing, type Offer } from './find-models.ts';
import { useConnection, type Activity } from './use-connection.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { suggestModel } from '../../lib/models/suggest-model.ts';
import type { ListedModel } from '../../lib/protocol/requests/model.ts';

const strings = t.start.connect;

export interface ConnectionProps {
  readonly onConnected: (model: string) => void;
}

export function Connection({ onConnected }: ConnectionProps) {
  const { host } = usePanel();
  const connection = useLoaded(host.loadModelConnection);
  return connection === undefined ? <Placeholder /> : <Offers connection={connection} onConnected={onConnected} />;
}

interface OffersProps extends ConnectionProps {
  readonly connection: ModelConnection;
}

function Offers({ connection, onConnected }: OffersProps) {
  const { host } = usePanel();
  const { findings, activity, error, look, lookWithKey, use, stop } = useConnection(connection, onConnected);
  const isBusy = activity !== null;
  const offers = findings.filter(isOffer);
  const missing = findings.filter((finding): finding is Missing => !isOffer(finding));
  return (
    <>
      <p className="fine">{strings.text}</p>
      <div className="row">
        <Button aria-disabled={isBusy} onClick={look}>
          {strings.look}
        </Button>
        <QuietButton look="edged" onClick={host.openSettings}>
          {strings.settings}
        </QuietButton>
      </div>
      <KeyForm isBusy={isBusy} connect={lookWithKey} />
      {offers.map((offer) => (
        <ModelOffer key={offer.preset.name} offer={offer} isBusy={isBusy} use={(model) => use(offer, model)} />
      ))}
      {activity !== null && <Working activity={activity} stop={stop} />}
      {error !== null && (
        <div role="alert">
          <p className="warn">{error.message}</p>
          {error.hint !== '' && <Cure text={error.hint} copy={host.copy} />}
        </div>
      )}
      <Absent missing={missing} />
    </>
  );
}

function KeyForm({ isBusy, connect }: { readonly isBusy: boolean; readonly connect: (key: string) => void }) {
  const [key, setKey] = useState('');
  const [id, note] = [useId(), useId()];
  const provider = findKeyProvider(key);
  return (
    <Form className="stack gap-1" submit={() => key.trim() !== '' && !isBusy && connect(key.trim())}>
      <label htmlFor={id} className="fine">
        {strings.key}
      </label>
      <div className="row">
        <input
          id={id}
          className="search"
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          value={key}
          aria-describedby={note}
          onChange={({ target }) => setKey(target.value)}
        />
        <button type="submit" className="button" aria-disabled={isBusy || key.trim() === ''}>
          {strings.useKey}
        </button>
      </div>
      <p id={note} className={provider === null ? 'unseen' : 'fine'} role="status">
        {provider === null ? '' : strings.keyOf(provider.label)}
      </p>
    </Form>
  );
}

/** What was looked for and cannot be used, with its remedy. */
function Absent({ missing }: { readonly missing: readonly Missing[] }) {
  const { host } = usePanel();
  const silent = missing.filter(({ error }) => error === null);
  return (
    <div role="status" className="stack fit absent">
      {missing.map(({ preset, error }) =>
        error === null ? null : error.hint === '' ? (
          <p key={preset.name}>{error.message}</p>
        ) : (
          <div key={preset.name} className="stack gap-1">
            <p className="strong">{error.message}</p>
            <Cure text={error.hint} copy={host.copy} />
          </div>
        ),
      )}
      {silent.length > 0 && <p className="fine">{strings.notFound(silent.map(({ preset }) => preset.label))}</p>}
    </div>
  );
}

function Working({ activity: { text, part }, stop }: { readonly activity: Activity; readonly stop: () => void }) {
  return (
    <div className="stack fit">
      <span role="status">{text}</span>
      <progress aria-label={text} max={1} value={part ?? undefined} />
      <QuietButton look="edged" onClick={stop}>
        {t.stop}
      </QuietButton>
    </div>
  );
}

interface ModelOfferProps {
  readonly offer: Offer;
  readonly isBusy: boolean;
  readonly use: (model: ListedModel) => void;
}

/** The models of one server, of which one is chosen. */
function ModelOffer({ offer: { preset, models }, isBusy, use }: ModelOfferProps) {
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
