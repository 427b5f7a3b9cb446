import path from 'node:path';
import type { z } from 'zod';
import { serverSettings } from '../../settings.ts';
import { effectiveSettings, fixedServerSettings, settingsOf } from '../../settings-precedence.ts';
import { type AdminKey, listKeys } from '../../store/keys.ts';
import { readOrganization } from '../../store/organization.ts';
import { hashOfKey, newAdminKey } from '../admin-key.ts';
import { ApiError } from '../api-error.ts';
import { effectiveSettingList } from '../effective-settings-schemas.ts';
import { type Endpoint, endpoint, refusal } from '../endpoint.ts';
import { requireGuardedNetwork } from '../listener.ts';
import { requireOperator } from '../operator-settings.ts';
import * as schemas from '../schemas.ts';
import type { Services } from '../services.ts';
import { validated } from '../validate.ts';

/**
 * Settings that keep keys and bundles from crossing a network unencrypted. A change that would prevent the server from
 * starting is refused.
 */
const GUARDS = ['host', 'tlsCertificate', 'tlsKey', 'allowPlainNetwork'] as const;
const USUAL = serverSettings.parse({});

const FOLDER_LISTS = ['directoryRoots', 'targetRoots'] as const;

/** @throws ApiError 400 for a relative folder, which would depend on where the server was started */
function requireAbsolute(set: Readonly<Record<string, unknown>>): void {
  for (const name of FOLDER_LISTS) {
    const folders = (set[name] ?? []) as readonly string[];
    const relative = folders.find((folder) => !path.isAbsolute(folder));
    if (relative !== undefined)
      throw new ApiError(
        400,
        `The field "${name}" needs absolute paths, such as ${path.resolve('/srv/sites')}, not "${relative}".`,
      );
  }
}

/** Returns the endpoints for the organization, its API keys, the server settings and the link keys. */
export function organizationEndpoints({
  host,
  queue,
  linkKeys,
  secrets,
  logger,
  options,
}: Services): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/v1/organization',
      operationId: 'getOrganization',
      tag: 'Organization',
      summary: 'Get the organization and its plan',
      description: 'Each data folder has one organization.',
      scope: 'read',
      responses: { 200: { description: 'The organization.', schema: schemas.organization } },
      handle: () => ({ status: 200, body: readOrganization(host.store()) }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/v1/organization',
      operationId: 'updateOrganization',
      tag: 'Organization',
      summary: 'Change the organization or its plan',
      description: 'Changes only the fields that are sent.',
      scope: 'admin',
      body: schemas.organizationChange,
      responses: { 200: { description: 'The organization.', schema: schemas.organization } },
      handle: async ({ body }) => ({ status: 200, body: await host.command('updateOrganization', body) }),
    }),

    endpoint({
      method: 'GET',
      path: '/v1/keys',
      operationId: 'listKeys',
      tag: 'API keys',
      summary: 'List API keys',
      description: 'Newest first, including revoked and expired keys. The keys themselves are not stored.',
      scope: 'admin',
      responses: { 200: { description: 'All keys.', schema: schemas.adminKeyList } },
      handle: () => ({ status: 200, body: { keys: listKeys(host.store()).map(keyBody) } }),
    }),
    endpoint({
      method: 'POST',
      path: '/v1/keys',
      operationId: 'createKey',
      tag: 'API keys',
      summary: 'Create an API key',
      description:
        'The key appears only in this response, because the server stores just its hash. Idempotency-Key is not accepted, because it would require storing the response.',
      scope: 'admin',
      body: schemas.newAdminKeyRequest,
      idempotency: 'refused',
      responses: {
        201: {
          description: 'The key.',
          schema: schemas.createdAdminKey,
          headers: { Location: 'The URL path of the key, for revoking it.' },
        },
      },
      handle: async ({ body }) => {
        const key = newAdminKey();
        const made = await host.command('createKey', { ...body, hash: hashOfKey(key) });
        return {
          status: 201,
          body: { ...keyBody(made), key },
          headers: { 'cache-control': 'no-store', location: `/v1/keys/${made.id}` },
        };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/v1/keys/:keyId',
      operationId: 'revokeKey',
      tag: 'API keys',
      summary: 'Revoke an API key',
      description: 'The key stops working immediately but remains in the list.',
      scope: 'admin',
      params: schemas.keyParams,
      responses: { 200: { description: 'The revoked key.', schema: schemas.adminKey } },
      handle: async ({ params }) => ({
        status: 200,
        body: keyBody(await host.command('revokeKey', params.keyId)),
      }),
    }),

    endpoint({
      method: 'GET',
      path: '/v1/settings',
      operationId: 'getSettings',
      tag: 'Settings',
      summary: 'Get the server settings',
      description: 'Settings that were never changed have their default values.',
      scope: 'admin',
      responses: { 200: { description: 'All settings.', schema: schemas.settings } },
      handle: () => ({ status: 200, body: settingsOf(host.store()) }),
    }),
    endpoint({
      method: 'GET',
      path: '/v1/settings/effective',
      operationId: 'getEffectiveSettings',
      tag: 'Settings',
      summary: 'Get the source of each setting',
      description:
        'Command-line options take precedence, followed by the environment, the settings file, stored settings and defaults. Values from the environment or the settings file cannot be changed through the API.',
      scope: 'admin',
      responses: { 200: { description: 'Every setting.', schema: effectiveSettingList } },
      handle: () => ({ status: 200, body: { settings: effectiveSettings(host.store(), options) } }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/v1/settings',
      operationId: 'updateSettings',
      tag: 'Settings',
      summary: 'Change server settings',
      description:
        'Changes only the fields that are sent; `null` resets a setting to its default. Listener settings (host, port, TLS, names) take effect after a restart.',
      scope: 'admin',
      body: schemas.settingsChange,
      responses: {
        200: { description: 'All settings.', schema: schemas.settings },
        403: refusal('The key lacks the required scope, or only the operator can change the setting.'),
        409: refusal('The setting is fixed by the environment or the settings file.'),
      },
      handle: async ({ body, caller }) => {
        requireOperator(body, caller);
        requireNotFixed(Object.keys(body));
        const set = Object.fromEntries(Object.entries(body).filter(([, value]) => value != null));
        validated(serverSettings, set, 'field');
        requireAbsolute(set);
        if (GUARDS.some((name) => name in body)) {
          const usual = Object.fromEntries(
            GUARDS.filter((name) => body[name] === null).map((name) => [name, USUAL[name]]),
          );
          requireGuardedNetwork({ ...settingsOf(host.store()), ...set, ...usual });
        }
        await host.command('changeSettings', body);
        logger.setLevel(settingsOf(host.store()).logLevel);
        queue.wake();
        return { status: 200, body: settingsOf(host.store()) };
      },
    }),

    endpoint({
      method: 'GET',
      path: '/v1/link-keys',
      operationId: 'listLinkKeys',
      tag: 'Link keys',
      summary: 'List the keys that sign links',
      description: 'The keys themselves are never returned.',
      scope: 'admin',
      responses: { 200: { description: 'The keys, oldest first.', schema: schemas.linkKeyList } },
      handle: () => ({ status: 200, body: linkKeysBody() }),
    }),
    endpoint({
      method: 'POST',
      path: '/v1/link-keys',
      operationId: 'rotateLinkKey',
      tag: 'Link keys',
      summary: 'Sign links with a new key',
      description: 'Links signed with older keys keep working until they expire.',
      scope: 'admin',
      idempotency: 'answer',
      responses: { 201: { description: 'All keys that sign links.', schema: schemas.linkKeyList } },
      handle: async () => {
        await linkKeys.rotate();
        return { status: 201, body: linkKeysBody() };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/v1/link-keys/:linkKeyId',
      operationId: 'revokeLinkKey',
      tag: 'Link keys',
      summary: 'Revoke a key that signs links',
      description: 'All links signed with the key stop working immediately.',
      scope: 'admin',
      params: schemas.linkKeyParams,
      responses: { 204: { description: 'Revoked.' } },
      handle: async ({ params }) => {
        await linkKeys.revoke(params.linkKeyId);
        return { status: 204 };
      },
    }),

    endpoint({
      method: 'GET',
      path: '/v1/secrets',
      operationId: 'getSecrets',
      tag: 'Secrets',
      summary: 'Get information about the secret store',
      description: 'Looks for the keychain again, which can take 10 seconds if nobody unlocks it.',
      scope: 'admin',
      responses: {
        200: { description: 'Where secrets are stored, and their names.', schema: schemas.secretsState },
      },
      handle: async () => {
        secrets.retry();
        return { status: 200, body: { ...(await secrets.status()), names: secrets.names() } };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/v1/secrets/rotate',
      operationId: 'rotateMasterKey',
      tag: 'Secrets',
      summary: 'Encrypt all secrets with a new master key',
      description:
        'If encryption fails for any secret, none are changed. How the new key is created depends on where it is stored (see docs/operations.md).',
      scope: 'admin',
      responses: {
        200: { description: 'Done.', schema: schemas.secretsRotated },
        409: refusal('Secrets are kept in memory only.'),
      },
      handle: async () => ({ status: 200, body: await secrets.rotate() }),
    }),
  ];

  function linkKeysBody(): z.infer<typeof schemas.linkKeyList> {
    return { linkKeys: linkKeys.list().map(({ id, ...fact }) => ({ linkKeyId: id, ...fact })) };
  }
}

function keyBody({ id, ...rest }: AdminKey): z.infer<typeof schemas.adminKey> {
  return { keyId: id, ...rest, scopes: [...rest.scopes] };
}

/** @throws ApiError 409 */
function requireNotFixed(names: readonly string[]): void {
  const fixed = fixedServerSettings();
  const name = names.find((each) => fixed.has(each));
  if (name === undefined) return;
  const { from, place } = fixed.get(name) ?? {};
  const where = from === 'file' ? `the settings file ${place}` : `the environment (${place})`;
  throw new ApiError(409, `The setting ${name} is fixed by ${where}. Change it there and restart Offprint.`);
}
