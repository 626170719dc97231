/** The tools that the page offers: its words, which are a stranger's, and a tick for each that the model may use. */
import { useEffect, useState } from 'react';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import type { PageTool } from '../../lib/protocol/page-tools.ts';
import type { Reply } from '../../lib/protocol/requests/requests.ts';
import { listArguments } from '../../lib/schema/list-arguments.ts';
import { Tick } from '../../ui/field.tsx';
import { usePanel } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { PAGE_TOOL_WORDS as words } from '../strings/page-tools.ts';
import { Quotation } from './quotation.tsx';

interface PageToolsSheetProps {
  readonly tabId: number;
  readonly close: () => void;
}

export function PageToolsSheet({ tabId, close }: PageToolsSheetProps) {
  const { host } = usePanel();
  const [listed, setListed] = useState<Reply<'page-tools.list'> | null>(null);
  const [fault, setFault] = useState('');
  const [looks, setLooks] = useState(0);
  const lookAgain = (): void => setLooks((count) => count + 1);
  useEffect(() => {
    void host.request('page-tools.list', { tabId }).then(setListed);
  }, [host, tabId, looks]);
  const { host: site, tools } = listed?.ok === true ? listed.value : NOTHING;
  const change = async ({ name, pin }: PageTool, on: boolean): Promise<void> => {
    const reply = await host.request('page-tools.switch', { tabId, host: site, name, pin, on });
    setFault(reply.ok ? '' : reply.error.message);
    lookAgain();
  };
  const problem = listed?.ok === false ? `${listed.error.message} ${listed.error.hint}` : fault;
  return (
    <Sheet title={site === '' ? words.untitled : words.title(site)} closeLabel={words.close} close={close}>
      <p className="fine">{words.help}</p>
      {problem !== '' && (
        <p role="alert" className="warn">
          {problem}
        </p>
      )}
      {listed === null && <p role="status">{words.listing}</p>}
      {listed !== null && tools.length === 0 && (
        <div className="row">
          {listed.ok && <p role="status">{words.none}</p>}
          <QuietButton look="edged" onClick={lookAgain}>
            {words.again}
          </QuietButton>
        </div>
      )}
      <ul className="stack gap-3">
        {tools.map((tool) => (
          <ToolRow key={tool.name} tool={tool} onTick={(on) => void change(tool, on)} />
        ))}
      </ul>
    </Sheet>
  );
}

const NOTHING = { host: '', tools: [] } as const;

/** In characters. */
const MAX_WORDS = 300;

function ToolRow({ tool, onTick }: { readonly tool: PageTool; readonly onTick: (on: boolean) => void }) {
  const { name, description, inputSchema, isReadOnly, isOn, isChanged } = tool;
  const args = listArguments(inputSchema).map((each) =>
    [each.name, each.description].map((text) => isolateLine(toLegibleText(text), MAX_WORDS)).join(' '),
  );
  const cannot = isReadOnly ? (inputSchema === null ? words.unusable : '') : words.writes;
  const warning = isChanged ? words.changed : '';
  return (
    <li className="stack gap-1">
      <Tick
        name={name}
        label={isolateLine(toLegibleText(name))}
        checked={isOn}
        disabled={cannot !== ''}
        help={`${warning} ${cannot}`.trim()}
        onTick={onTick}
      />
      {description.trim() === '' ? (
        <p className="fine">{words.noWords}</p>
      ) : (
        <Quotation caption={words.itsWords} text={toLegibleText(description)} />
      )}
      {args.length > 0 && <Quotation caption={words.takes} text={args.join('\n')} />}
    </li>
  );
}
