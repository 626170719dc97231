/** What a server has to add to the question: the user picks from its list, looks at it and attaches it as a file. */
import { useEffect, useRef, useState } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import type { ListedResource } from '../../lib/protocol/offscreen/server-texts.ts';
import type { Reply } from '../../lib/protocol/requests/requests.ts';
import { Field, PLAIN_INPUT } from '../../ui/field.tsx';
import { createServerFile } from '../files/server-file.ts';
import { usePanel } from '../panel-context.ts';
import { Button, QuietButton } from '../parts/button.tsx';
import { ForeignText } from '../parts/foreign-text.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { t } from '../strings/shell.ts';
import { RESOURCE_WORDS as words } from '../strings/server-texts.ts';
import { ServerTextForm, type TextServer } from './server-text.tsx';
import { filterByQuery } from '../composer/suggestions.tsx';

interface ResourceSheetProps {
  readonly server: TextServer;
  readonly close: () => void;
}

export function ResourceSheet({ server, close }: ResourceSheetProps) {
  const { panel, host } = usePanel();
  const [listed, setListed] = useState<Reply<'tool-server.find-resources'> | null>(null);
  const [chosen, choose] = useState<ListedResource | null>(null);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    void host.request('tool-server.find-resources', { server: server.id }).then(setListed);
  }, [host, server.id, attempt]);
  const tryAgain = (): void => {
    setListed(null);
    setAttempt(attempt + 1);
  };
  const title = chosen === null ? t.askBox.addFrom(server.id) : isolateLine(chosen.name, MAX_TITLE);
  return (
    <Sheet title={title} closeLabel={words.close} close={close}>
      {listed === null && <p role="status">{words.listing}</p>}
      {listed?.ok === false && (
        <>
          <p role="alert" className="warn">
            {listed.error.message} {listed.error.hint}
          </p>
          <Button className="button accent" onClick={tryAgain}>
            {words.again}
          </Button>
        </>
      )}
      {listed?.ok === true && chosen === null && <ResourceList resources={listed.value.resources} choose={choose} />}
      {chosen !== null && (
        <div ref={focusAtFirst} tabIndex={-1} role="group" aria-label={title} className="stack gap-3">
          <div className="row">
            <QuietButton look="edged" onClick={() => choose(null)}>
              {words.back}
            </QuietButton>
          </div>
          <ServerTextForm
            {...chosen}
            server={server}
            isAsked
            getLabel={words.get}
            emptyLabel={words.empty}
            get={(values) =>
              host.request('tool-server.read-resource', {
                server: server.id,
                address: server.address,
                uri: chosen.uri,
                values,
              })
            }
            createFile={(found) => createServerFile({ ...chosen, server: server.id }, found)}
            attach={(file) => {
              close();
              void panel.attach([file]);
            }}
          />
        </div>
      )}
    </Sheet>
  );
}

/** What was pressed is gone. */
const focusAtFirst = (element: HTMLElement | null): void => element?.focus();

/** In characters. */
const MAX_TITLE = 60;
const MAX_ABOUT = 120;

interface ResourceListProps {
  readonly resources: readonly ListedResource[];
  readonly choose: (resource: ListedResource) => void;
}

/** Fewer are seen at a glance. */
const MIN_FILTERED = 8;

function ResourceList({ resources, choose }: ResourceListProps) {
  const [query, setQuery] = useState('');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []); // what was pressed is gone
  const labelled = resources.map((resource) => ({ resource, label: `${resource.name} ${resource.uri}` }));
  const found = filterByQuery(labelled, query.trim().toLowerCase());
  if (resources.length === 0) return <p role="status">{words.none}</p>;
  return (
    <>
      {resources.length >= MIN_FILTERED && (
        <>
          <Field
            {...PLAIN_INPUT}
            label={words.filter}
            value={query}
            onText={setQuery}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault(); // it would send the question
            }}
          />
          <p role="status" className="fine">
            {words.found(found.length)}
          </p>
        </>
      )}
      <ul ref={list} tabIndex={-1} className="resources">
        {found.map(({ resource }) => (
          <li key={resource.uri}>
            <QuietButton onClick={() => choose(resource)}>
              <ForeignText text={resource.name} />
              <span className="fine">
                <ForeignText text={resource.description.trim() || resource.uri} most={MAX_ABOUT} />
              </span>
            </QuietButton>
          </li>
        ))}
      </ul>
    </>
  );
}
