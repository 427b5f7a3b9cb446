import type { z } from 'zod';
import { type PublicKey, pemOf, qrTextOf, spokenFingerprint } from '../bundles/public-key.ts';
import type { Verification } from '../bundles/verification.ts';
import { verificationText } from '../bundles/verification-text.ts';
import type * as schemas from './trust-schemas.ts';

/** Longer lists of faults are cut, and only their length is reported. */
const FAULTS_MAX = 1_000;

/** Returns a verification in the form of the API and of `offprint verify --json`. */
export function verificationBody(verification: Verification): z.infer<typeof schemas.verification> {
  const { verdict, kind, manifest, delta, signer, faults, operatorFiles } = verification;
  const countOf = (...kinds: string[]): number => faults.filter((fault) => kinds.includes(fault.kind)).length;
  return {
    verdict,
    kind,
    ...verificationText(verification),
    bundle: manifest && {
      domain: manifest.domain,
      version: manifest.version,
      digest: manifest.digest,
      pageCount: manifest.counts.pages,
      fileCount: manifest.counts.files,
      sizeBytes: manifest.counts.sizeBytes,
      missingCount: manifest.counts.missing,
    },
    delta: delta && { base: delta.base, target: delta.target },
    signer: signer && { ...signer, ...shownKey(signer.publicKey, signer.fingerprint) },
    altered: countOf('changed', 'signature', 'digest'),
    missing: countOf('missing'),
    unknown: countOf('unexpected'),
    faults: faults.slice(0, FAULTS_MAX),
    faultCount: faults.length,
    operatorFiles: [...operatorFiles],
  };
}

/** Returns a key in the forms in which it is displayed. */
export function shownKey(publicKey: PublicKey, fingerprint: string) {
  return {
    fingerprint,
    spokenFingerprint: spokenFingerprint(fingerprint),
    publicKey: pemOf(publicKey),
    qrText: qrTextOf(publicKey),
  };
}
