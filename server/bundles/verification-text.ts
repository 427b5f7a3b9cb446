import { formatNumber } from '../../shared/numbers.ts';
import { qrTextOf, spokenFingerprint } from './public-key.ts';
import type { Signer } from './trust.ts';
import type { Verification } from './verification.ts';

/** What verification found and what to do about it, as sentences for people. */
export type VerificationText = Readonly<{ summary: string; whatToDo: string }>;

export function verificationText(verification: Verification): VerificationText {
  const { verdict, signer, faults, operatorFiles } = verification;
  const what = subject(verification);
  switch (verdict) {
    case 'valid':
      return {
        summary: `${what} is what ${nameOf(signer)} signed: all of it, and nothing else.`,
        whatToDo:
          operatorFiles.length > 0
            ? `${operatorFiles.join(', ')} was set by an operator and is not covered by the signature: look at it if you did not set it.`
            : signer?.voucher
              ? `The key is new: its owner announced it with the key that you trust. To trust it by itself: ${addCommand(signer)}`
              : 'Nothing.',
      };
    case 'altered':
      return {
        summary: `${what} is not what was packed: ${plural(faults.length)}.`,
        whatToDo:
          'Do not use it. Fetch it again from its source; if it stays so, somebody alters it on its way.',
      };
    case 'incomplete':
      return {
        summary: `${what} is incomplete: files or volumes are missing, or it is cut off.`,
        whatToDo: 'Do not use it. Copy or fetch it again, whole.',
      };
    case 'unknown-signer':
      return {
        summary: `${what} is as it was signed, by a key that is not trusted here.`,
        whatToDo: signer?.voucher
          ? `The key was announced by ${signer.voucher.name}, whose key was revoked, so that counts for nothing. Ask the owner for the fingerprint in another way. ${addIfSame(signer)}`
          : `Ask whoever should have signed it for the fingerprint of their key, by phone or in person. ${addIfSame(signer)}`,
      };
    case 'revoked-signer':
      return {
        summary: `${what} is signed with the key of ${nameOf(signer)}, which was revoked on ${signer?.revokedAt?.slice(0, 10) ?? ''} (${signer?.revokedReason ?? ''}).`,
        whatToDo: 'Do not use it. Ask for a bundle that is signed with a key in use.',
      };
    case 'unsigned':
      return {
        summary: verification.delta
          ? `${what} can be read, and nobody signed it: whoever altered it would not be found.`
          : `${what} fits its manifest, and nobody signed it: whoever altered both would not be found.`,
        whatToDo:
          'Ask for a signed one, or compare its SHA-256 with one that you got in a way you trust. To accept it although keys are trusted here: offprint verify --allow-unsigned',
      };
  }
}

function subject({ kind, manifest, delta }: Verification): string {
  if (delta) return `The delta to ${delta.target.domain} ${delta.target.version}`;
  return manifest ? `The bundle ${manifest.domain} ${manifest.version}` : `The ${kind}`;
}

function nameOf(signer: Signer | null): string {
  if (signer?.isOwn) return 'this installation';
  return signer?.name ?? 'an unknown signer';
}

function addIfSame(signer: Signer | null): string {
  return `If it is ${spokenFingerprint(signer?.fingerprint ?? '')}, add the key: ${addCommand(signer)}`;
}

function addCommand(signer: Signer | null): string {
  return `offprint trust add ${qrTextOf(signer?.publicKey ?? '')} --name <who>`;
}

function plural(count: number): string {
  return count === 1 ? '1 fault' : `${formatNumber(count)} faults`;
}
