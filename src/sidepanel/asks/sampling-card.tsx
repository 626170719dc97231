/** What a server of tools would have the model answer: every word that the model would see, and what it can cost. */
import type { AskedByServer, LargestSpend } from '../../lib/agent/frames/control-frames.ts';
import { formatAmount } from '../../lib/base/locale.ts';
import { FORM_TEXTS } from '../strings/forms.ts';
import { ExactText } from './exact-text.tsx';
import { ServerCard, type ServerAskProps } from './server-card.tsx';

const { sampling: t } = FORM_TEXTS;

interface SamplingCardProps extends ServerAskProps {
  readonly asked: Extract<AskedByServer, { readonly kind: 'sampling' }>;
}

export function SamplingCard(props: SamplingCardProps) {
  const { system, messages, most } = props.asked;
  const { title, accept, decline, warning } = t;
  return (
    <ServerCard {...props} {...{ title, accept, decline, warning }} answer={() => 'yes'}>
      <dl className="facts">
        {system !== '' && (
          <div>
            <dt>{t.system}</dt>
            <dd>
              <ExactText text={system} />
            </dd>
          </div>
        )}
        {messages.map(({ role, text }, index) => (
          <div key={index}>
            <dt>{t.roles[role]}</dt>
            <dd>
              <ExactText text={text} />
            </dd>
          </div>
        ))}
      </dl>
      {most && <p className="fine">{t.most(most.input, most.output, formatMost(most))}</p>}
    </ServerCard>
  );
}

function formatMost({ cost, asOf }: LargestSpend): string | null {
  if (cost === null) return null;
  return cost === 0 ? t.free : formatAmount(cost, asOf);
}
