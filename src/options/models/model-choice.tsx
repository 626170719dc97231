/** Which of a server's models: picked from its own list, or typed. */
import { isolateLine } from '../../lib/base/one-line.ts';
import type { ListedModel } from '../../lib/protocol/requests/model.ts';
import { Cure } from '../../ui/cure.tsx';
import type { OptionsHost } from '../host.ts';
import { Button } from '../parts/button.tsx';
import { Field, PLAIN_INPUT } from '../parts/field.tsx';
import { bindField } from '../parts/form.tsx';
import { t } from '../strings/strings.ts';
import { formatTraits, toTraits } from './model-form.ts';
import type { ModelEditor } from './use-model-editor.ts';

interface ModelChoiceProps {
  readonly editor: ModelEditor;
  readonly copy: OptionsHost['copy'];
}

export function ModelChoice({ editor, copy }: ModelChoiceProps) {
  const { form, listed, failure, busy, choose, list } = editor;
  const isListing = busy === 'listing';
  const help = isListing ? t.loadingModels : listed === null ? t.modelHelp : t.listed(listed.length);
  const matching = findMatches(listed ?? [], form.model.trim());
  return (
    <div className="model-choice">
      <Field {...bindField(editor, 'model')} onText={choose} label={t.model} help={help} {...PLAIN_INPUT}>
        <Button aria-disabled={isListing} onClick={list}>
          {listed === null ? t.loadList : t.reloadList}
        </Button>
      </Field>
      <p className="unseen" role="status">
        {help === t.modelHelp ? '' : help}
      </p>
      {failure !== null && !isListing && (
        <div role="alert">
          <p className="warn">{failure.message}</p>
          <Cure text={failure.hint} copy={copy} />
        </div>
      )}
      {matching.length > 0 && (
        <div className="listed-models" role="radiogroup" aria-label={t.listedModels}>
          {matching.map((model) => (
            <label key={model.id}>
              <input
                type="radio"
                name="listedModel"
                checked={model.id === form.model.trim()}
                onChange={() => choose(model.id)}
              />
              <span>
                {isolateLine(model.id)} <span className="fine">{formatTraits(toTraits(model, form))}</span>
              </span>
            </label>
          ))}
        </div>
      )}
    </div>
  );
}

/** All once one of them is chosen, so that another can be. */
function findMatches(listed: readonly ListedModel[], typed: string): readonly ListedModel[] {
  if (listed.some(({ id }) => id === typed)) return listed;
  return listed.filter(({ id }) => id.toLowerCase().includes(typed.toLowerCase()));
}
