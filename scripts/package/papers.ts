/** The notices that a user reads, and the bill of materials that a program reads (CycloneDX). */
import { compare, type Component } from './components.ts';

const RULE = '='.repeat(78);

/** Everyone's notices, each text once, beneath the names of those it belongs to. */
export function composeNotices(product: string, components: readonly Component[]): string {
  const owners = new Map<string, string[]>();
  const file = (component: Component, within = ''): void => {
    const { name, version, licence, website, texts, parts } = component;
    const line = `${[name, version].filter(Boolean).join(' ')} (${licence})${within}${website && ` ${website}`}`;
    for (const text of texts) owners.set(text, [...(owners.get(text) ?? []), line]);
    for (const part of parts) file(part, `, inside ${name}`);
  };
  for (const component of components) file(component);
  const blocks = [...owners].map(([text, lines]) => `${lines.join('\n')}\n\n${text}\n`);
  return [`What ${product} contains of others, and their licences. Its own is in LICENSE.txt.\n`, ...blocks].join(
    `\n${RULE}\n\n`,
  );
}

/** CycloneDX 1.6. It has no time and no serial number: two builds of one commit have to be the same. */
export function composeBill(product: Component, components: readonly Component[]): string {
  const { purl, ...described } = describeComponent('application', product);
  const listed = components.map((component) => describeComponent('library', component));
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { lifecycles: [{ phase: 'build' }], component: described },
    components: listed,
    dependencies: [{ ref: purl, dependsOn: listed.map((each) => each['bom-ref']) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function describeComponent(type: 'application' | 'library', component: Component, within = '') {
  const { name, version, licence, website, parts } = component;
  const ref = version === '' ? `${within}#${name}` : formatPurl(name, version);
  const [group, bare] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const nested: object[] = parts.map((part) => describeComponent('library', part, ref));
  return {
    type,
    'bom-ref': ref,
    ...(group !== undefined && { group }),
    name: bare,
    ...(version !== '' && { version, purl: ref }),
    licenses: [/ (?:AND|OR|WITH) /.test(licence) ? { expression: licence } : { license: { id: licence } }],
    ...(website !== '' && { externalReferences: [{ type: 'website', url: website }] }),
    ...(nested.length > 0 && { components: nested }),
  };
}

const formatPurl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** In order, and one of those that are installed twice in the same version. */
export function sortComponents(components: readonly Component[]): Component[] {
  const byPurl = new Map(components.map((component) => [formatPurl(component.name, component.version), component]));
  return [...byPurl].toSorted(([a], [b]) => compare(a, b)).map(([, component]) => component);
}
