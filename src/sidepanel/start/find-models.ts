/** Looks for models that can be used at once. Nothing is sent but a request for each server's list. */
import type { ModelConnection } from '../../chrome/model-setup.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { PRESETS, type Preset } from '../../lib/models/presets.ts';
import { listWriters } from '../../lib/models/suggest-model.ts';
import type { ListedModel } from '../../lib/protocol/requests/model.ts';
import { t } from '../strings/strings.ts';

/** Models of one server, at least one. */
export interface Offer {
  readonly preset: Preset;
  readonly models: readonly ListedModel[];
  /** As typed; null for none. */
  readonly key: string | null;
}

export interface Missing {
  readonly preset: Preset;
  /** Null if nothing answers there. */
  readonly error: UserError | null;
}

export type Finding = Offer | Missing;

export const isNotThere = (finding: Finding): boolean => !isOffer(finding) && finding.error === null;

/** The user may do what cures it, and come back. */
export const isCurable = (finding: Finding): boolean =>
  !isOffer(finding) && LOCAL_SERVERS.includes(finding.preset) && (finding.error?.hint ?? '') !== '';

export const isOffer = (finding: Finding): finding is Offer => 'models' in finding;

const findPresets = (...names: readonly string[]): readonly Preset[] =>
  PRESETS.filter(({ name }) => names.includes(name));

/** They run on this computer, where they usually do. */
export const LOCAL_SERVERS = findPresets('ollama', 'lm-studio');

/** `access`: null if the servers may not be reached. */
export function findLocalModels(connection: ModelConnection, access: Promise<unknown>): Promise<readonly Finding[]> {
  const servers = LOCAL_SERVERS.map(async (preset) =>
    (await access) !== null ? findOnServer(connection, preset, null) : { preset, error: toDeclinedError(preset) },
  );
  const builtIn = findPresets('chrome').map((preset) => findBuiltIn(connection, preset));
  return Promise.all([...builtIn, ...servers]);
}

export async function findOnServer(
  { list }: Pick<ModelConnection, 'list'>,
  preset: Preset,
  key: string | null,
): Promise<Finding> {
  const { provider, endpoint } = preset;
  const reply = await list({ provider, endpoint, key });
  if (!reply.ok) return { preset, error: isSilent(reply.error) ? null : reply.error };
  const models = listWriters(reply.value.models);
  return models.length > 0 ? { preset, models, key } : { preset, error: toEmptyError(preset) };
}

/** Asks again the servers whose faults are curable; while one does not answer, it counts as before. */
export function findAgain(
  connection: Pick<ModelConnection, 'list'>,
  before: readonly Finding[],
): Promise<readonly Finding[]> {
  return Promise.all(
    before.map(async (finding) => {
      if (!isCurable(finding)) return finding;
      const now = await findOnServer(connection, finding.preset, null);
      const isSame = !isOffer(now) && !isOffer(finding) && now.error?.code === finding.error?.code;
      return isSame || isNotThere(now) ? finding : now;
    }),
  );
}

async function findBuiltIn({ chromeModel }: Pick<ModelConnection, 'chromeModel'>, preset: Preset): Promise<Finding> {
  const state = await chromeModel.availability().catch(() => 'unavailable' as const);
  const isThere = state !== 'absent' && state !== 'unavailable';
  return isThere ? { preset, models: [{ id: preset.model }], key: null } : { preset, error: null };
}

const isSilent = ({ code }: UserError): boolean => code === 'model.unreachable';

export const toDeclinedError = ({ label }: Preset): UserError => ({
  code: 'model.declined',
  message: t.start.connect.declined(label),
  hint: '',
});

const toEmptyError = ({ label, name }: Preset): UserError => ({
  code: 'model.none',
  message: t.start.connect.noModels(label),
  hint: name === 'ollama' ? t.start.connect.pull : t.start.connect.load,
});

/** Rejects with a `UserFacingError` if it does not work, or once aborted. Resolves once it is saved. */
export async function testAndSave(
  connection: Pick<ModelConnection, 'test' | 'saveKey' | 'saveMain'>,
  entry: Parameters<ModelConnection['saveMain']>[0],
  key: string | null,
  signal: AbortSignal,
): Promise<void> {
  const { provider, endpoint, model, contextTokens, keepAlive } = entry;
  const reply = await connection.test({ provider, endpoint, model, contextTokens, keepAlive, key });
  signal.throwIfAborted();
  if (!reply.ok) throw new UserFacingError(reply.error);
  const { ok, checks, found } = reply.value;
  if (!ok) {
    const { detail: message, hint } = checks.find(({ state }) => state === 'bad') ?? { detail: t.error, hint: '' };
    throw new UserFacingError({ code: 'model.test', message, hint });
  }
  if (key !== null) await connection.saveKey(endpoint, key);
  await connection.saveMain({ ...entry, ...found });
}
