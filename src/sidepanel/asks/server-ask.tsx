/** The card of what a server of tools asks, by its kind. */
import { FormCard } from './form-card.tsx';
import { PageCard } from './page-card.tsx';
import { SamplingCard } from './sampling-card.tsx';
import type { ServerAskProps } from './server-card.tsx';

export function ServerAsk({ asked, ...props }: ServerAskProps) {
  if (asked.kind === 'sampling') return <SamplingCard {...props} asked={asked} />;
  return asked.kind === 'url' ? <PageCard {...props} asked={asked} /> : <FormCard {...props} asked={asked} />;
}
