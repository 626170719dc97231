import { useEffect, useRef } from 'react';
import { MAX_MANIFEST_LENGTH, type ManifestFault } from '../../lib/protocol/requests/agents.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { Faults } from './agent-parts.tsx';
import { findLineRange } from './manifest-check.ts';

interface AdvancedTextProps {
  readonly text: string;
  readonly faults: readonly ManifestFault[];
  readonly open: boolean;
  readonly toggle: (open: boolean) => void;
  readonly save: () => void;
  readonly describedBy: string;
}

export function AdvancedText({ text, faults, open, toggle, save, describedBy }: AdvancedTextProps) {
  const { panel } = usePanel();
  const field = useRef<HTMLTextAreaElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (open && !wasOpen.current) field.current?.focus();
    wasOpen.current = open;
  }, [open]);
  const selectLine = (line: number): void => {
    const { start, end } = findLineRange(text, line);
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  };
  return (
    <details className="folded" open={open} onToggle={({ currentTarget }) => toggle(currentTarget.open)}>
      <summary>{t.agents.editor.advanced}</summary>
      <textarea
        ref={field}
        aria-label={t.agents.editor.label}
        aria-describedby={describedBy}
        aria-invalid={faults.length > 0}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        rows={Math.min(28, Math.max(14, text.split('\n').length + 1))}
        maxLength={MAX_MANIFEST_LENGTH}
        value={text}
        onChange={({ target }) => panel.agents.setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          save();
        }}
      />
      {faults.length > 0 && <Faults faults={faults} go={selectLine} />}
    </details>
  );
}
