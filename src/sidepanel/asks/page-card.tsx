/** A page that a server of tools would have the user open: it opens by the press alone. */
import type { AskedByServer } from '../../lib/agent/frames/control-frames.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { usePanel } from '../panel-context.ts';
import { FORM_TEXTS } from '../strings/forms.ts';
import { AddressView } from './address-view.tsx';
import { ServerCard, type ServerAskProps } from './server-card.tsx';

const { page: t } = FORM_TEXTS;

interface PageCardProps extends ServerAskProps {
  readonly asked: Extract<AskedByServer, { readonly kind: 'url' }>;
}

export function PageCard(props: PageCardProps) {
  const { host } = usePanel();
  const { url } = props.asked;
  const open = (): string => {
    host.openPage(url);
    return 'yes';
  };
  const { title, accept, decline, warning } = t;
  return (
    <ServerCard {...props} {...{ title, accept, decline, warning }} answer={open}>
      <p className="said" dir="auto">
        {toLegibleText(props.ask.text)}
      </p>
      <p className="fine">{t.page}</p>
      <AddressView url={url} />
    </ServerCard>
  );
}
