import { useStore } from 'zustand';
import { isolateLine } from '../../lib/base/one-line.ts';
import { QuietButton } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { t } from '../strings/strings.ts';
import { aloudStore, type Reading } from './reading.ts';

const RATES = [0.75, 1, 1.25, 1.5, 2] as const;

export function ReadingControls({ reading }: { readonly reading: Reading }) {
  const { rate, voice, status } = useStore(reading.store);
  const rates = RATES.map((each) => ({
    key: String(each),
    label: t.aloud.rate(each),
    act: () => reading.change({ rate: each }),
    chosen: each === rate,
  }));
  const voices = reading.voices.map((each, index) => ({
    key: each.voiceURI,
    label: isolateLine(each.name),
    act: () => reading.change({ voice: each }),
    chosen: each === voice,
    startsGroup: index === 0,
  }));
  return (
    <>
      <QuietButton
        look="round"
        aria-label={t.aloud.stop}
        title={t.aloud.stop}
        aria-keyshortcuts="Escape"
        onClick={reading.stop}
      >
        <Icon name="stop" />
      </QuietButton>
      <Menu items={[...rates, ...voices]} hint={t.aloud.manner(rate)} look="round">
        {t.aloud.rate(rate)}
      </Menu>
      {status === 'failed' && (
        <span className="fine" role="status">
          {t.aloud.failed}
        </span>
      )}
    </>
  );
}

/** While another tab is in view than that of the answer. */
export function ReadingBand() {
  const { reading, isShown } = useStore(aloudStore);
  return reading !== null && !isShown && <Band reading={reading} />;
}

function Band({ reading }: { readonly reading: Reading }) {
  const { status } = useStore(reading.store);
  if (status === 'ended') return null;
  return (
    <div className="row between sunken band" role="group" aria-label={t.aloud.elsewhere}>
      <p>{t.aloud.elsewhere}</p>
      <QuietButton look="edged" onClick={reading.stop}>
        {t.aloud.stop}
      </QuietButton>
    </div>
  );
}
