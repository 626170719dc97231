/** The form's and the text's one document: reads it for both, and writes single fields into it. */
import { useDeferredValue, useMemo, useState } from 'react';
import type { ManifestFault } from '../../lib/protocol/requests/agents.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { t } from '../strings/strings.ts';
import type { Writing } from './agents-state.ts';
import { formatProblem } from './agent-parts.tsx';
import { FIELD_PATHS, findField, getFieldText, type FieldName } from './definition.ts';
import { BLANK_MANIFEST, loadManifestCheck, type Definition, type ManifestCheck } from './manifest-check.ts';

export interface DefinitionForm {
  /** The last one that could be read. */
  readonly definition: Definition;
  /** While the text cannot be read. */
  readonly isLocked: boolean;
  readonly getError: (name: FieldName) => string | undefined;
  readonly setField: (name: FieldName, value: string | number | undefined) => void;
  readonly setUse: (name: string, used: boolean) => void;
  /** Problems of a field that was left are shown. */
  readonly leaveField: (name: FieldName) => void;
}

export interface FieldsProps {
  readonly form: DefinitionForm;
  /** Id of the agent itself; '' for a new one. */
  readonly of: string;
}

const loadCheckOrNull = (): Promise<ManifestCheck | null> => loadManifestCheck().catch(() => null);

/** `check`: undefined until it has loaded, null if it cannot be. `isCurrent`: `read` and `faults` are of the present text. */
export function useDefinition(writing: Writing) {
  const { text, of, before } = writing;
  const { panel } = usePanel();
  const agents = useModel((model) => model.agents.list);
  const check = useLoaded(loadCheckOrNull);
  const checked = useDeferredValue(text);
  const read = useMemo(() => check?.read(checked) ?? null, [check, checked]);
  const parsed = useMemo(() => check?.parse(text) ?? null, [check, text]);
  const [definition, setDefinition] = useState<Definition | null>(null);
  if (parsed !== null && parsed !== definition) setDefinition(parsed);
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const [showsAll, setShowsAll] = useState(before !== BLANK_MANIFEST);
  const faults: readonly ManifestFault[] = read?.ok === false ? read.faults : writing.faults;

  const write = (next: string | null): void => {
    if (next === null) panel.agents.showError(t.agents.editor.cannotChange);
    else panel.agents.setText(next);
  };
  const form: DefinitionForm | null =
    check && definition
      ? {
          definition,
          isLocked: parsed === null,
          getError: (name) => {
            const fault = faults.find((each) => findField(each) === name);
            if (!fault || !(showsAll || left.has(name))) return undefined;
            return name === 'time' ? t.agents.form.timeProblem : formatProblem(fault); // the validator counts milliseconds
          },
          setField: (name, value) => {
            const next = check.setField(text, FIELD_PATHS[name], value);
            const taken = (agents ?? []).map(({ id }) => id);
            const id = name === 'name' && of === '' ? findNextId(definition, String(value), taken, check) : null;
            write(next !== null && id !== null ? check.setField(next, ['id'], id) : next);
          },
          setUse: (name, used) => write(check.setListItem(text, FIELD_PATHS.uses, name, used)),
          leaveField: (name) => setLeft((now) => new Set([...now, name])),
        }
      : null;
  return { check, read, isCurrent: checked === text, faults, form, showsAll, showAll: () => setShowsAll(true) };
}

/** A new agent's id follows its name, unless it was written by hand. Null if it stays. */
function findNextId(
  definition: Definition,
  name: string,
  taken: readonly string[],
  { createId }: ManifestCheck,
): string | null {
  const before = getFieldText(definition, 'name') ?? '';
  return definition['id'] === createId(before, taken) ? createId(name, taken) : null;
}
