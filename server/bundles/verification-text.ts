import { formatNumber } from '../../shared/numbers.ts';
import { qrTextOf, spokenFingerprint } from './public-key.ts';
import type { Signer } from './trust.ts';
import type { Verification } from './verification.ts';

/** Verification result and what to do about it, as text for people. */
export type VerificationText = Readonly<{ summary: string; whatToDo: string }>;

export function verificationText(verification: Verification): VerificationText {
  const { verdict, signer, faults, operatorFiles } = verification;
  const what = subject(verification);
  switch (verdict) {
    case 'valid':
      return {
        summary: `${what} is unchanged and signed by ${nameOf(signer)}.`,
        whatToDo:
          operatorFiles.length > 0
            ? `${operatorFiles.join(', ')} was added by an operator and is not covered by the signature. If you did not add it, check its content.`
            : signer?.voucher
              ? `The key is new: its owner announced it with a key you trust. To trust it directly: ${addCommand(signer)}`
              : 'Nothing.',
      };
    case 'altered':
      if (!verification.manifest && !verification.delta)
        return {
          summary:
            'This is not a bundle, or it was changed or damaged so badly that it cannot be read as one.',
          whatToDo:
            'Check that it is the right file. If it is, do not use it: fetch it again from its source.',
        };
      return {
        summary: `${what} was changed or damaged after it was packed: ${plural(faults.length)}.`,
        whatToDo:
          'Do not use it. Fetch it again from its source. If this happens again, someone may be altering it in transit.',
      };
    case 'incomplete':
      return {
        summary: `${what} is incomplete: it is missing files, volumes, or the end of the archive.`,
        whatToDo: 'Do not use it. Copy or fetch all of it again.',
      };
    case 'unknown-signer':
      return {
        summary: `${what} is signed and unaltered, but its key is not trusted here.`,
        whatToDo: signer?.voucher
          ? `The key was announced by ${signer.voucher.name}, whose key was revoked, so the announcement cannot be trusted. Ask the owner for the fingerprint by phone or in person. ${addIfSame(signer)}`
          : `Ask the expected signer for their key's fingerprint, by phone or in person. ${addIfSame(signer)}`,
      };
    case 'revoked-signer':
      return {
        summary: `${what} is signed by ${nameOf(signer)}, whose key was revoked on ${signer?.revokedAt?.slice(0, 10) ?? ''} (${signer?.revokedReason ?? ''}).`,
        whatToDo: 'Do not use it. Ask for a bundle signed with a current key.',
      };
    case 'unsigned':
      return {
        summary: verification.delta
          ? `${what} can be read but is not signed, so nobody can tell whether it was altered.`
          : `${what} matches its manifest but is not signed, so nobody can tell whether both were altered.`,
        whatToDo:
          "Ask for a signed copy, or compare the archive's SHA-256 with one received through a trusted channel.",
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
