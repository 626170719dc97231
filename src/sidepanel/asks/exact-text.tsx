/** Untrusted text as it is, to its last character: invisible characters, runs of spaces and line breaks are named, and a run of these breaks the line once. */
import { Fragment } from 'react';
import { escapeInvisible } from '../../lib/base/escape-invisible.ts';
import { t } from '../strings/strings.ts';

/** A run of spaces, or of lines; spaces at either end. */
const BLANKS = /( {2,}|\n+|^ | $)/;
const MIN_COUNTED = 80;

interface ExactTextProps {
  readonly text: string;
  readonly label?: string;
  /** A line may break at its slashes and signs of a query. */
  readonly isAddress?: boolean;
}

export function ExactText({ text, label, isAddress = false }: ExactTextProps) {
  const parts = text.split(BLANKS);
  return (
    <>
      {label !== undefined && <span className="unseen">{label}: </span>}
      <code className="exact">
        {parts.map((part, index) =>
          index % 2 === 0 ? (
            <Breakable key={index} text={escapeInvisible(part)} after={isAddress ? /(?<=[/?&])/ : null} />
          ) : (
            <Fragment key={index}>
              <mark className="blank">{part.startsWith('\n') ? t.lineBreaks(part.length) : t.spaces(part.length)}</mark>
              {part.startsWith('\n') && '\n'}
            </Fragment>
          ),
        )}
      </code>
      {text.length >= MIN_COUNTED && <span className="fine"> {t.characters(text.length)}</span>}
    </>
  );
}

/** A line may break where `after` matches; what is copied is the text alone. */
export function Breakable({ text, after }: { readonly text: string; readonly after: RegExp | null }) {
  if (after === null) return text;
  return text.split(after).map((part, at) => (
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));
}
