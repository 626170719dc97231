/** What can be done with the selection on the page, from here: it works wherever a page can be reached at all. */
import { useEffect, useState } from 'react';
import { usePanel } from '../panel-context.ts';
import type { SelectionAction } from '../question.ts';
import { t } from '../strings.ts';
import { Icon } from './icons.tsx';
import { inertText } from './markdown/inert.ts';
import { Menu } from './menu.tsx';

export function SelectionMenu({ disabled }: { readonly disabled: boolean }) {
  const { panel } = usePanel();
  const presets = usePresets();
  const start = (action: SelectionAction, preset = ''): void => {
    if (!disabled) void panel.startSelection(action, preset);
  };
  const items = [
    { key: 'simplify', label: t.selection.simplify, act: () => start('simplify') },
    { key: 'translate', label: t.selection.translate, act: () => start('translate') },
    { key: 'search', label: t.selection.search, act: () => start('search') },
    ...presets.map(({ id, title }) => ({ key: `own ${id}`, label: inertText(title), act: () => start('preset', id) })),
  ];
  return (
    <div className="split">
      <button type="button" className="quiet edged" aria-disabled={disabled} onClick={() => start('explain')}>
        {t.selection.explain}
      </button>
      <Menu items={items} hint={t.selection.more} disabled={disabled}>
        <Icon name="more" />
      </Menu>
    </div>
  );
}

type Presets = readonly { readonly id: string; readonly title: string }[];
const NONE: Presets = [];

function usePresets(): Presets {
  const { host } = usePanel();
  const [presets, setPresets] = useState(NONE);
  useEffect(() => {
    const gone = new AbortController();
    const load = (): void => {
      host.presets().then(
        (loaded) => {
          if (!gone.signal.aborted) setPresets(loaded);
        },
        () => undefined, // what is built in is there all the same
      );
    };
    host.onSettingsChange(load, gone.signal);
    load();
    return () => gone.abort();
  }, [host]);
  return presets;
}
