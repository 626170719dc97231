import { useEffect, useState } from 'react';
import { usePanel } from '../panel-context.ts';
import type { SelectionAction } from './question.ts';
import { t } from '../strings/strings.ts';
import { Icon } from '../parts/icons.tsx';
import { stripActiveCharacters } from '../markdown/inert.ts';
import { Menu } from '../parts/menu.tsx';

export function SelectionMenu({ disabled }: { readonly disabled: boolean }) {
  const { panel } = usePanel();
  const presets = usePresets();
  const start = (action: SelectionAction, preset = ''): void => {
    if (!disabled) void panel.startSelectionAction(action, preset);
  };
  const items = [
    { key: 'simplify', label: t.selection.simplify, act: () => start('simplify') },
    { key: 'translate', label: t.selection.translate, act: () => start('translate') },
    { key: 'search', label: t.selection.search, act: () => start('search') },
    ...presets.map(({ id, title }) => ({
      key: `own ${id}`,
      label: stripActiveCharacters(title),
      act: () => start('preset', id),
    })),
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
const NO_PRESETS: Presets = [];

function usePresets(): Presets {
  const { host } = usePanel();
  const [presets, setPresets] = useState(NO_PRESETS);
  useEffect(() => {
    const controller = new AbortController();
    const load = (): void => {
      host.loadPresets().then(
        (loaded) => {
          if (!controller.signal.aborted) setPresets(loaded);
        },
        () => undefined, // built-in actions remain available
      );
    };
    host.watchSettings(load, controller.signal);
    load();
    return () => controller.abort();
  }, [host]);
  return presets;
}
