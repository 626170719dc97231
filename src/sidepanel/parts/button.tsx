import type { ComponentProps } from 'react';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { Icon } from './icons.tsx';

export function Button(props: ComponentProps<'button'>) {
  return <button type="button" className="button" {...props} />;
}

interface QuietButtonProps extends ComponentProps<'button'> {
  readonly look?: 'edged' | 'round';
}

export function QuietButton({ look, ...rest }: QuietButtonProps) {
  return <button type="button" className={look === undefined ? 'quiet' : `quiet ${look}`} {...rest} />;
}

export function CloseButton(props: ComponentProps<'button'>) {
  return (
    <QuietButton look="round" {...props}>
      <Icon name="close" />
    </QuietButton>
  );
}

/** Requests access in the click, as the browser requires. */
export function AllowButton({ isQuiet = false }: { readonly isQuiet?: boolean }) {
  const { panel } = usePanel();
  return (
    <Button className={isQuiet ? 'quiet edged' : 'button'} onClick={() => void panel.allowAllSites()}>
      {t.allow}
    </Button>
  );
}
