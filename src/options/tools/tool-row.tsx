/** One tool of a server: its words, which are a stranger's, and what the user says of it. */
import { cleanLine, isolateLine } from '../../lib/base/one-line.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { Tick } from '../parts/field.tsx';
import { t } from '../strings/strings.ts';
import type { ShownTool } from './tool-list.ts';

interface ToolRowProps {
  readonly tool: ShownTool;
  readonly isFull: boolean;
  readonly isUnasked: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onRepeatable: (repeatable: boolean) => void;
  readonly onUnasked: (isUnasked: boolean) => void;
}

const WARNINGS = { changed: t.toolChanged, gone: t.toolGone, unusable: t.toolUnusable } as const;

export function ToolRow({ tool, isFull, isUnasked, onSwitch, onRepeatable, onUnasked }: ToolRowProps) {
  const { name, description, argumentNames, claims, state, repeatable, switchable } = tool;
  const isOn = state === 'on';
  const warning = state === 'on' || state === 'off' ? '' : WARNINGS[state];
  const names = argumentNames.map((each) => isolateLine(each, 60)).join(', ');
  return (
    <li className="stack gap-1 served-tool" data-state={state}>
      <Tick
        name={name}
        label={isolateLine(name)}
        checked={isOn}
        disabled={!isOn && state !== 'gone' && (switchable === null || isFull)}
        onTick={onSwitch}
      />
      <div className="about-tool">
        {warning !== '' && <p className="warn">{warning}</p>}
        {description.trim() === '' ? (
          <p className="fine">{t.noWords}</p>
        ) : (
          <figure>
            <figcaption className="fine">{t.itsOwnWords}</figcaption>
            <blockquote dir="auto">{toLegibleText(description)}</blockquote>
          </figure>
        )}
        {names !== '' && <p className="fine">{t.toolArguments(cleanLine(names, 400))}</p>}
        {claims.length > 0 && <p className="fine">{t.claimsThat(claims.map((claim) => t.claims[claim]).join(', '))}</p>}
        {isOn && (
          <>
            <Tick
              name={`${name} unasked`}
              label={t.unasked}
              help={t.unaskedHelp}
              checked={isUnasked}
              onTick={onUnasked}
            />
            <Tick
              name={`${name} repeatable`}
              label={t.repeatable}
              help={t.repeatableHelp}
              checked={repeatable}
              onTick={onRepeatable}
            />
          </>
        )}
      </div>
    </li>
  );
}
