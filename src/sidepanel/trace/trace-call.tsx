/** One call of a step. Results are shown as plain text. */
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { formatCompactArgs, formatGlimpse } from '../asks/format-args.ts';
import { t } from '../strings/strings.ts';
import type { CallItem, ItemState, PartItem } from '../../lib/agent/log/timeline-item.ts';
import { formatAsked, formatPart, formatResult, formatTime, formatVerdict } from './trace.ts';
import { FinePrint } from '../parts/fine-print.tsx';
import { Thumbnail } from '../pictures/picture-chips.tsx';

export function Call({ call, named }: { readonly call: CallItem; readonly named: boolean }) {
  const { tool, args, parts, state, asked } = call;
  const verdict = formatVerdict(call);
  const argsText = formatCompactArgs(args);
  const hasArgs = argsText !== '' && !call.results.some((result) => formatResult(result).includes(argsText)); // said once
  return (
    <div className="call" data-state={state}>
      {(named || hasArgs) && (
        <p>
          {named && <span>{t.toolTitle(tool)} </span>}
          {hasArgs && <code>{argsText}</code>}
        </p>
      )}
      {verdict !== '' && <p>{verdict}</p>}
      {asked.map((one) => (
        <p key={one.frame.key}>{formatAsked(one)}</p>
      ))}
      {parts.length > 0 && <Parts parts={parts} />}
      <Results call={call} />
    </div>
  );
}

export function Results({ call: { results, ms } }: { readonly call: CallItem }) {
  return results.map((result, index) => {
    const { objects, isError } = result.kind === 'grade' ? { objects: [], isError: false } : result;
    return (
      <div key={index} className={isError ? 'result warn' : 'result'}>
        <p dir="auto">{toLegibleText(formatResult(result))}</p>
        {objects.map(({ name, body, meta }) => {
          const hash = name === 'picture' ? meta.picture : '';
          return (
            <div key={`${name} ${hash}`}>
              {hash !== '' && <Thumbnail hash={hash} alt={t.pictures.picture} />}
              <p className="preview muted tiny clamp" dir="auto">
                {toLegibleText(formatGlimpse(body.preview, body.length))}
              </p>
            </div>
          );
        })}
        <FinePrint facts={[index === results.length - 1 ? formatTime(ms) : '']} />
      </div>
    );
  });
}

function Parts({ parts }: { readonly parts: readonly PartItem[] }) {
  return (
    <details className="parts">
      <summary>{t.parts(parts.length)}</summary>
      {parts.map((part) => (
        <p key={part.call.key} className="row">
          {formatPart(part)}
          <StateLabel state={part.state} />
          <span className="fine">
            {[formatTime(part.ms), part.input + part.output > 0 ? t.spent(part.input, part.output) : '']
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      ))}
    </details>
  );
}

export function StateLabel({ state }: { readonly state: ItemState }) {
  return t.stepStates[state] === '' ? null : <span className="step-state muted">{t.stepStates[state]}</span>;
}
