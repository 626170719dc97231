/** A form and, behind “Advanced”, the text: two views of one definition. A faulty one cannot be saved. */
import { useEffect, useId, useRef, useState } from 'react';
import type { Writing } from './agents-state.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import { AgentFields } from './agent-fields.tsx';
import { findField, listOtherFields } from './definition.ts';
import { useDefinition } from './use-definition.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { Button, QuietButton } from '../parts/button.tsx';
import { Form } from '../parts/submit-form.tsx';
import { MAX_MANIFEST_LENGTH, type ManifestFault } from '../../lib/protocol/requests/agents.ts';
import { Faults } from './agent-parts.tsx';
import { findLineRange } from './manifest-check.ts';

export function AgentEditor({ writing }: { readonly writing: Writing }) {
  const { panel } = usePanel();
  const agents = useModel((model) => model.agents.list) ?? [];
  const { of, text, before, saving, leaving } = writing;
  const { check, read, isCurrent, faults, form, showsAll, showAll } = useDefinition(writing);
  const [isAdvanced, setAdvanced] = useState(false);
  /** Failed ones; after each the first fault gets the focus once it is shown. */
  const [attempts, setAttempts] = useState(0);
  const lastSought = useRef(0);
  const element = useRef<HTMLDivElement>(null);
  const verdictId = useId();
  const words = t.agents.editor;
  useUnloadGuard(text !== before);
  const isOnlyText = check !== undefined && form?.isLocked !== false;
  const manifest = read?.ok === true ? read.manifest : null;
  const replaced = manifest && agents.find(({ id }) => id === manifest.id && id !== of);
  const canSave = manifest !== null && !saving && faults.length === 0;
  const save = (): void => {
    const now = check?.read(text); // what is shown may be of the text before
    if (saving || now === undefined) return;
    showAll();
    const present = now.ok ? writing.faults : now.faults;
    if (now.ok && present.length === 0) void panel.agents.save(text, now.manifest);
    else {
      if (!present.some((fault) => findField(fault) !== null)) setAdvanced(true);
      setAttempts(attempts + 1);
    }
  };
  useEffect(() => {
    if (attempts === lastSought.current || !isCurrent) return;
    lastSought.current = attempts;
    element.current?.querySelector<HTMLElement>(FAULTY)?.focus();
  }, [attempts, isCurrent]);
  const others = form === null ? [] : listOtherFields(form.definition);
  return (
    <Form className="stack gap-4 editor" noValidate submit={save}>
      {leaving && (
        <Confirmation
          question={words.unsaved}
          no={words.stay}
          yes={words.leave}
          act={() => panel.agents.confirmLeave(true)}
          close={() => panel.agents.confirmLeave(false)}
        />
      )}
      <div ref={element} className="stack gap-4 definition">
        {isOnlyText && <p className="note">{words.onlyText}</p>}
        {form !== null && (
          <div className="stack gap-4 definition" inert={form.isLocked}>
            <AgentFields form={form} of={of} />
          </div>
        )}
        {others.length > 0 && (
          <p className="fine">
            {words.others(others.join(', '))}{' '}
            <QuietButton onClick={() => setAdvanced(true)}>{words.showAdvanced}</QuietButton>
          </p>
        )}
        <AdvancedText
          text={text}
          faults={faults}
          open={isAdvanced || isOnlyText}
          toggle={setAdvanced}
          save={save}
          describedBy={verdictId}
        />
      </div>
      <div id={verdictId}>
        <p className={formatLook(faults.length > 0 && showsAll, check === null)} role="status">
          {check === null
            ? words.checkFailed
            : read === null
              ? words.checking
              : faults.length > 0
                ? words.problems(faults.length)
                : words.fine}
        </p>
        {replaced && <p className="note">{words.replaces(formatAgentName(replaced.name))}</p>}
      </div>
      <div className="row">
        <button type="submit" className="button accent" aria-disabled={!canSave} aria-describedby={verdictId}>
          {saving ? words.saving : words.save}
        </button>
        <Button onClick={panel.agents.goBack}>{words.cancel}</Button>
      </div>
    </Form>
  );
}

const FAULTY = '[aria-invalid="true"], [data-invalid="true"]';

const formatLook = (isFaulty: boolean, failed: boolean): string =>
  isFaulty || failed ? 'verdict small warn' : 'verdict small';

function useUnloadGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const guard = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', guard);
    return () => removeEventListener('beforeunload', guard);
  }, [unsaved]);
}

interface AdvancedTextProps {
  readonly text: string;
  readonly faults: readonly ManifestFault[];
  readonly open: boolean;
  readonly toggle: (open: boolean) => void;
  readonly save: () => void;
  readonly describedBy: string;
}

function AdvancedText({ text, faults, open, toggle, save, describedBy }: AdvancedTextProps) {
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
