/** The official suite of MCP, run as its users run it: by its command line, whose client hands each scenario to a function here. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WantedCall } from './served-tools.ts';

export interface Scenario {
  readonly scenario: string;
  readonly serverUrl: string;
  /** What the suite gives a client beforehand, such as the id of a registered one, or what to call. */
  readonly context: {
    readonly client_id?: string;
    readonly client_secret?: string;
    readonly toolCalls?: readonly WantedCall[];
  } | null;
}

export interface ScenarioResult {
  readonly name: string;
  readonly passed: number;
  /** Descriptions of what failed, or was warned of. */
  readonly failed: readonly string[];
  /** As the suite judges: no failure, no warning, no error of the client where none may be. */
  readonly ok: boolean;
}

interface Check {
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO';
  readonly name: string;
  readonly errorMessage?: string;
  readonly description: string;
}

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(HERE, '../node_modules/@modelcontextprotocol/conformance/dist');
const CLI = join(DIST, 'index.js');
/** Beside the original, for its imports. */
const CLI_COPY = join(DIST, 'node-20.mjs');
const SCENARIO_MS = 180_000;

/** Of the protocol; extensions of it are left out. */
const VERSIONS = ['2025-11-25', '2026-07-28'];

export interface ListedScenario {
  readonly name: string;
  readonly version: string;
}

/** Its scenarios for clients, for each version of the protocol. */
export async function listScenarios(): Promise<readonly ListedScenario[]> {
  const { output } = await runCli(['list', '--client']);
  const listed = Array.from(output.matchAll(/^ {2}- (\S+) \[(.*)\]/gm), ([, name = '', versions = '']) => ({
    name,
    versions: versions.split(','),
  }));
  return VERSIONS.flatMap((version) =>
    listed.flatMap(({ name, versions }) => (versions.includes(version) ? [{ name, version }] : [])),
  );
}

/** `play` rejects where the client fails. */
export async function runScenario(
  { name, version }: ListedScenario,
  play: (scenario: Scenario) => Promise<void>,
): Promise<ScenarioResult> {
  const results = await mkdtemp(join(tmpdir(), 'kl-conformance-'));
  const plays: Promise<unknown>[] = [];
  const relay = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const played = play(JSON.parse(body) as Scenario).then(
        () => response.end('done'),
        (thrown: unknown) => {
          console.error(`${name}: ${String(thrown)}`);
          response.writeHead(500).end();
        },
      );
      plays.push(played);
    });
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${String((relay.address() as AddressInfo).port)}`;
  try {
    const command = `node ${join(HERE, 'conformance-client.mjs')} ${address}`;
    const options = [
      '--command',
      command,
      '--scenario',
      name,
      '--spec-version',
      version,
      '--timeout',
      String(SCENARIO_MS),
      '-o',
      results,
    ];
    const { code, output } = await runCli(['client', ...options]);
    const checks = readChecks(results);
    const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    const said = bad.map(({ name: check, errorMessage, description }) => `${check}: ${errorMessage ?? description}`);
    const ok = code === 0 && bad.length === 0;
    return {
      name,
      passed: checks.filter(({ status }) => status === 'SUCCESS').length,
      failed: ok || said.length > 0 ? said : [output.slice(-600)],
      ok,
    };
  } finally {
    relay.closeAllConnections();
    relay.close();
    await Promise.all(plays); // one may outlast the suite's patience, and the next scenario uses the same settings
    await rm(results, { recursive: true, force: true });
  }
}

/** Node 20 lacks a function that only other commands of it use. */
function prepareCli(): void {
  const code = readFileSync(CLI, 'utf8');
  writeFileSync(CLI_COPY, code.replace(/globSync as (\w+),/, 'existsSync as $1,'));
}

function readChecks(folder: string): readonly Check[] {
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('checks.json'));
  return file === undefined ? [] : (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Check[]);
}

function runCli(args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  prepareCli();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI_COPY, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (output += part));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
