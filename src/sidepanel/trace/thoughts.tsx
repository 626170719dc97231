import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { t } from '../strings/strings.ts';

/** What the model thinks while it does. '' for nothing. */
export function Thoughts({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <details className="steps small thoughts">
      <summary>{t.thinking}</summary>
      <p className="said muted thought" dir="auto">
        {toLegibleText(text.trim())}
      </p>
    </details>
  );
}
