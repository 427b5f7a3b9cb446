import path from 'node:path';
import type { z } from 'zod';
import { publicKeyOfSigner } from '../../bundles/ed25519.ts';
import { handoversOf } from '../../bundles/installation-signing-key.ts';
import { fingerprintOf, parsePublicKey, spokenFingerprint } from '../../bundles/public-key.ts';
import { signBundle } from '../../bundles/sign-bundle.ts';
import { verifyPath } from '../../bundles/verify-source.ts';
import { listTrustedKeys, type StoredKey } from '../../store/trusted-keys.ts';
import { ApiError } from '../api-error.ts';
import { bundleOfJob, readableBundle } from '../bundle-place.ts';
import { callerName } from '../caller-name.ts';
import { type Caller, type Endpoint, endpoint, refusal } from '../endpoint.ts';
import type { Services } from '../services.ts';
import * as schemas from '../trust-schemas.ts';
import { shownKey, verificationBody } from '../verification-body.ts';

const TRUST = '/v1/trust';
const KEYS = `${TRUST}/keys`;

/** Returns the endpoints for the signing key, the trusted keys, and verification. */
export function trustEndpoints(services: Services): Endpoint[] {
  const { host, installationKey, log } = services;
  const noted = (what: string, key: StoredKey): StoredKey => {
    log(`trust: ${what} ${key.name} (${spokenFingerprint(key.fingerprint)})`);
    return key;
  };
  const nameOf = (caller: Caller): string => callerName(host.store(), caller.id);
  return [
    endpoint({
      method: 'GET',
      path: TRUST,
      operationId: 'getTrust',
      tag: 'Trust',
      summary: 'List trusted keys',
      description: "Lists this installation's key and all keys that are or were trusted.",
      scope: 'read',
      responses: { 200: { description: 'The keys.', schema: schemas.trust } },
      handle: () => {
        const keys = listTrustedKeys(host.store()).map(keyBody);
        return { status: 200, body: { ownKey: keys.find(({ signs }) => signs) ?? null, keys } };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${TRUST}/key`,
      operationId: 'createSigningKey',
      tag: 'Trust',
      summary: "Create this installation's key",
      description:
        'From then on, every bundle is signed when it is packed. The private key is encrypted with the master key and never returned.',
      scope: 'admin',
      responses: {
        201: { description: 'The key.', schema: schemas.trustedKey },
        409: refusal('There is already a key, or secrets are kept in memory only.'),
      },
      handle: async ({ caller }) => ({
        status: 201,
        body: keyBody(noted('created the key', await installationKey.create(nameOf(caller)))),
      }),
    }),
    endpoint({
      method: 'POST',
      path: `${TRUST}/key/rotate`,
      operationId: 'rotateSigningKey',
      tag: 'Trust',
      summary: 'Sign with a new key',
      description:
        'The old key signs a statement that the new one replaces it, and is then destroyed. Signatures include the statement, so anyone who trusts the old key accepts the new one.',
      scope: 'admin',
      responses: {
        200: { description: 'The new key.', schema: schemas.trustedKey },
        409: refusal('There is no key, or secrets are kept in memory only.'),
      },
      handle: async ({ caller }) => ({
        status: 200,
        body: keyBody(noted('replaced the signing key with', await installationKey.rotate(nameOf(caller)))),
      }),
    }),
    endpoint({
      method: 'POST',
      path: KEYS,
      operationId: 'addTrustedKey',
      tag: 'Trust',
      summary: 'Trust a key',
      description: 'Confirm the fingerprint with the owner of the key first, by phone or in person.',
      scope: 'admin',
      body: schemas.newTrustedKey,
      responses: {
        201: { description: 'The key.', schema: schemas.trustedKey },
        409: refusal('The key is already in the list, as trusted or revoked.'),
      },
      handle: async ({ body: { name, publicKey: text }, caller }) => {
        const publicKey = parsePublicKey(text);
        const key = { name, publicKey, fingerprint: fingerprintOf(publicKey) };
        const added = await host.command('addTrustedKey', key, nameOf(caller));
        return { status: 201, body: keyBody(noted('added', added)) };
      },
    }),
    endpoint({
      method: 'PATCH',
      path: `${KEYS}/:fingerprint`,
      operationId: 'renameTrustedKey',
      tag: 'Trust',
      summary: 'Rename a key',
      description: 'The name is used only on this installation. It is not part of signatures.',
      scope: 'admin',
      params: schemas.trustedKeyParams,
      body: schemas.trustedKeyChange,
      responses: { 200: { description: 'The key.', schema: schemas.trustedKey } },
      handle: async ({ params: { fingerprint }, body, caller }) => {
        const renamed = await host.command('renameTrustedKey', fingerprint, body.name, nameOf(caller));
        return { status: 200, body: keyBody(noted('renamed', renamed)) };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${KEYS}/:fingerprint/revoke`,
      operationId: 'revokeTrustedKey',
      tag: 'Trust',
      summary: 'Revoke a key',
      description:
        "All of the key's signatures become invalid, no matter when they were made, and so do its statements about other keys. This cannot be undone. Revoking this installation's key destroys it, and new bundles are not signed until you create another key.",
      scope: 'admin',
      params: schemas.trustedKeyParams,
      body: schemas.revocation,
      responses: { 200: { description: 'The revoked key.', schema: schemas.trustedKey } },
      handle: async ({ params: { fingerprint }, body: { reason }, caller }) => {
        const key = await host.command('revokeTrustedKey', fingerprint, reason, nameOf(caller));
        await installationKey.forgetOthers();
        return { status: 200, body: keyBody(noted('revoked', key)) };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${KEYS}/:fingerprint`,
      operationId: 'removeTrustedKey',
      tag: 'Trust',
      summary: 'Remove a key',
      description:
        "Bundles signed with the key will have an unknown signer. If the key was revoked, the revocation is removed too. This installation's current key cannot be removed.",
      scope: 'admin',
      params: schemas.trustedKeyParams,
      responses: {
        204: { description: 'Removed.' },
        409: refusal('This installation signs with this key.'),
      },
      handle: async ({ params: { fingerprint }, caller }) => {
        await host.command('removeTrustedKey', fingerprint, nameOf(caller));
        log(`trust: removed ${spokenFingerprint(fingerprint)}`);
        return { status: 204 };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${TRUST}/verifications`,
      operationId: 'verifyBundle',
      tag: 'Trust',
      summary: 'Verify a bundle',
      description:
        'Reads the bundle once as a stream without unpacking it. Problems with the bundle are reported as a result, not as an error. Large bundles can take minutes.',
      scope: 'admin',
      body: schemas.verificationRequest,
      responses: {
        200: { description: 'What was found.', schema: schemas.verification },
        403: refusal('The key lacks the required scope, or the path is not within directoryRoots.'),
        404: refusal('The job does not exist, or its bundle was deleted.'),
        409: refusal('The job has no bundle.'),
      },
      handle: async ({ body, caller }) => {
        const trusted = listTrustedKeys(host.store());
        const { signal } = new AbortController();
        const verification = await verifyPath(placeOf(body, caller), { trusted, signal });
        return { status: 200, body: verificationBody(verification) };
      },
    }),
    endpoint({
      method: 'POST',
      path: `${TRUST}/signatures`,
      operationId: 'signBundle',
      tag: 'Trust',
      summary: 'Sign a bundle file',
      description:
        'Works only for intact bundles. An archive is rewritten in place; in a folder, the signature is stored next to the manifest. Job bundles are signed when they are packed.',
      scope: 'admin',
      body: schemas.signatureRequest,
      responses: {
        200: { description: 'Signed.', schema: schemas.signed },
        403: refusal('The key lacks the required scope, or the path is not within directoryRoots.'),
        409: refusal('This installation has no key, or the bundle was changed while it was being signed.'),
      },
      handle: async ({ body, caller }) => {
        const key = await installationKey.signingKey();
        if (!key) {
          throw new ApiError(
            409,
            'This installation has no key to sign bundles with. Create one: offprint trust create, or POST /v1/trust/key',
          );
        }
        const place = placeOf(body, caller);
        const { verification, archived } = await signBundle(place, key, new AbortController().signal);
        const fingerprint = fingerprintOf(publicKeyOfSigner(key));
        const signedBy = { by: nameOf(caller), action: 'bundle-signed' as const };
        await host.command('addAuditEntry', { ...signedBy, subject: place, id: fingerprint });
        log(`trust: signed ${place} with ${spokenFingerprint(fingerprint)}`);
        const { sizeBytes = null, sha256 = null } = archived ?? {};
        return { status: 200, body: { fingerprint, kind: verification.kind, sizeBytes, sha256 } };
      },
    }),
  ];

  /** Returns the path of a bundle. @throws ApiError 400, 403, 404 */
  function placeOf(
    { path: given, jobId }: Readonly<{ path?: string | undefined; jobId?: string | undefined }>,
    caller: Caller,
  ): string {
    if (jobId !== undefined) return path.join(host.dataFolder, bundleOfJob(jobId, services).file);
    return readableBundle(given ?? '', caller, services);
  }
}

function keyBody(key: StoredKey): z.infer<typeof schemas.trustedKey> {
  const { publicKey, fingerprint, handovers: _handovers, ...facts } = key;
  const handovers = handoversOf(key).map(({ from }) => fingerprintOf(from));
  return { ...shownKey(publicKey, fingerprint), ...facts, handovers };
}
