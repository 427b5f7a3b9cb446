import { z } from 'zod';
import { faultKinds } from '../bundles/verification.ts';
import { verificationVerdicts } from '../bundles/verification-verdict.ts';
import { count, dateTime, exportJobId, sha256 } from './schemas.ts';

const fingerprint = sha256.meta({
  description: 'SHA-256 of the public key, in hex.',
  examples: ['7d0b9f7c1c3c1f3e8f7f6d1b2a9e4c5d0f1e2d3c4b5a69788796a5b4c3d2e1f0'],
});

const keyName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'must not contain control characters')
  .meta({ description: "Name of the key's owner.", examples: ['Docs team, Berlin'] });

const shownKey = {
  fingerprint,
  spokenFingerprint: z.string().meta({
    description: 'The fingerprint in groups of four, for reading aloud.',
    examples: ['7d0b 9f7c 1c3c 1f3e 8f7f 6d1b 2a9e 4c5d 0f1e 2d3c 4b5a 6978 8796 a5b4 c3d2 e1f0'],
  }),
  publicKey: z.string().meta({
    description: 'The public key in PEM format, which openssl can read.',
    examples: [
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n',
    ],
  }),
  qrText: z.string().meta({
    description: "The text of the key's QR code.",
    examples: ['offprint-key:1:Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE'],
  }),
};

export const trustedKey = z
  .strictObject({
    ...shownKey,
    name: keyName,
    isOwn: z.boolean().describe("Whether this is, or was, this installation's own key."),
    signs: z.boolean().describe('Whether this installation signs with this key.'),
    addedAt: dateTime.describe('When the key was added to the list.'),
    revokedAt: dateTime
      .nullable()
      .describe("When the key's signatures became invalid; null if they are valid."),
    revokedReason: z.string().nullable().describe('Why the key was revoked.'),
    handovers: z
      .array(fingerprint)
      .describe(
        "For this installation's key: the keys it replaced, oldest first. Every signature includes their handover statements.",
      ),
  })
  .meta({ id: 'TrustedKey', description: 'A public key that is or was trusted.' });

export const trust = z
  .strictObject({
    ownKey: trustedKey
      .nullable()
      .describe('The key this installation signs with; null if bundles are unsigned.'),
    keys: z
      .array(trustedKey)
      .describe("All keys, including revoked ones. This installation's keys come first."),
  })
  .meta({ id: 'Trust', description: "This installation's key and the keys it trusts." });

export const newTrustedKey = z
  .strictObject({
    name: keyName,
    publicKey: z
      .string()
      .min(1)
      .max(4_000)
      .meta({
        description: "The key in PEM format, its base64 part alone, or the text of the key's QR code.",
        examples: ['offprint-key:1:Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE'],
      }),
  })
  .meta({ id: 'NewTrustedKey' });

export const trustedKeyChange = z.strictObject({ name: keyName }).meta({ id: 'TrustedKeyChange' });

export const revocation = z
  .strictObject({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .regex(/^\P{Cc}*$/u, 'must not contain control characters')
      .meta({
        description: 'Why the key is being revoked. Shown wherever the key appears.',
        examples: ['The laptop was stolen.'],
      }),
  })
  .meta({ id: 'Revocation' });

export const trustedKeyParams = z.strictObject({ fingerprint });

const kind = z.enum(['bundle', 'delta']);

export const place = z
  .string()
  .min(1)
  .max(4_096)
  .meta({
    description:
      'Absolute path of a bundle, a delta, a folder, or a volume descriptor on the computer that runs the server. API keys can only use paths within `directoryRoots`.',
    examples: ['/srv/incoming/docs.example.com-2026.3.zip'],
  });

export const verificationRequest = z
  .strictObject({ path: place.optional(), jobId: exportJobId.optional() })
  .refine(({ path, jobId }) => (path === undefined) !== (jobId === undefined), {
    error: 'it must have either a path or the jobId of a completed job',
  })
  .meta({
    id: 'VerificationRequest',
    description: 'What to verify: `path` or `jobId`.',
    examples: [{ jobId: 'se_4f0c9a12b7d35e68' }],
  });

export const signatureRequest = z.strictObject({ path: place }).meta({ id: 'SignatureRequest' });

const signer = z.strictObject({
  ...shownKey,
  standing: z.enum(['trusted', 'unknown', 'revoked']).describe('Whether signatures by this key are trusted.'),
  name: z
    .string()
    .nullable()
    .describe('Name of this key, or of the trusted key that it replaced; null if neither is known.'),
  isOwn: z.boolean().describe('Whether this installation is the signer.'),
  revokedAt: dateTime.nullable().describe('When the key was revoked; null if it was not.'),
  revokedReason: z.string().nullable().describe('Why the key was revoked.'),
  voucher: z
    .strictObject({
      name: z.string().describe('Name of the known key.'),
      fingerprint,
      revokedAt: dateTime.nullable().describe('When the known key was revoked; null if it was not.'),
    })
    .nullable()
    .describe(
      'The known key that this key replaced. If the known key is revoked, its handover statement is not valid.',
    ),
});

const deltaEnd = z.strictObject({
  domain: z.string().describe("The site's host name."),
  version: z.string().describe('Version label.'),
  digest: sha256.describe('Digest of the content.'),
  sizeBytes: count.describe('Size of the archive.'),
  sha256: sha256.describe('Digest of the archive.'),
});

export const deltaEnds = z.strictObject({
  base: deltaEnd.describe('The bundle that the delta applies to.'),
  target: deltaEnd.describe('The bundle that the delta produces.'),
});

export const verification = z
  .strictObject({
    verdict: z
      .enum(verificationVerdicts)
      .describe(
        'Only `valid` means that the bundle is exactly what a trusted key signed. `unknown-signer`, `revoked-signer` and `unsigned` mean only that the content matches its manifest.',
      ),
    kind: kind.describe('What was verified.'),
    summary: z.string().describe('The verdict in one sentence.'),
    whatToDo: z.string().describe('What to do next.'),
    bundle: z
      .strictObject({
        domain: z.string().describe("The site's host name."),
        version: z.string().describe('Version label.'),
        digest: z.string().describe('Digest of the content.'),
        pageCount: count.describe('Pages.'),
        fileCount: count.describe('Files, not counting the manifest and its signature.'),
        sizeBytes: count.describe('Total size of all files when unpacked.'),
        missingCount: count.describe('Pages and files that were missing when the site was exported.'),
      })
      .nullable()
      .describe(
        "What the bundle's manifest says; null for a delta or if the manifest cannot be read. Trust it only if the verdict is `valid`.",
      ),
    delta: deltaEnds.nullable().describe('The bundle that the delta applies to and the one it produces.'),
    signer: signer
      .nullable()
      .describe('Who signed the bundle or delta; null if it is not signed or the signature is not valid.'),
    altered: count.describe('Number of altered files.'),
    missing: count.describe('Number of missing files.'),
    unknown: count.describe('Number of files that were added after the bundle was packed.'),
    faults: z
      .array(
        z.strictObject({
          path: z.string().describe('Path of the file or volume; empty for the archive itself.'),
          kind: z.enum(faultKinds).describe('The kind of fault.'),
          text: z.string().describe('The fault, described in one sentence.'),
        }),
      )
      .describe('The first faults found, up to 1,000.'),
    faultCount: count.describe('Total number of faults.'),
    operatorFiles: z
      .array(z.string())
      .describe('Files that an operator added after the export. They are not covered by the signature.'),
  })
  .meta({ id: 'Verification', description: 'The result of verifying a bundle or delta.' });

export const signed = z
  .strictObject({
    fingerprint: fingerprint.describe('Fingerprint of the key that was used for signing.'),
    kind: kind.describe('What was signed.'),
    sizeBytes: count.nullable().describe('Size of the archive; null for a folder.'),
    sha256: sha256.nullable().describe('Digest of the archive; null for a folder.'),
  })
  .meta({ id: 'Signed', description: 'The result of signing a bundle or delta.' });
