import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './fixture-site.ts';

const DAY_MS = 86_400_000;

export type Certificate = Readonly<{ key: Buffer; cert: Buffer }>;

export type Authority = Readonly<{
  /** File of the authority's own certificate. */
  file: string;
  /**
   * Issues a certificate.
   * @param names in OpenSSL's notation: `IP:127.0.0.1`, `DNS:docs.example.com`
   * @param days validity, in days from now
   */
  certify: (names: string, days?: Readonly<{ from: number; to: number }>) => Certificate;
}>;

/** Makes an untrusted authority, or returns why it cannot. */
export function makeAuthority(): Authority | { why: string } {
  const folder = temporaryFolder('authority');
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const request = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  try {
    openssl(...request, '-x509', '-days', '2', '-subj', '/CN=Test CA', '-keyout', 'ca.key', '-out', 'ca.pem');
    openssl(...request, '-subj', '/CN=site', '-keyout', 'site.key', '-out', 'site.csr');
  } catch (error) {
    return { why: `openssl makes no certificates here (${error instanceof Error ? error.message : error})` };
  }
  // `openssl ca` is the only one of its commands that sets both dates in every version.
  const settings = [
    ...['[ca]', 'default_ca = own', '[policy]', 'commonName = supplied'],
    ...['[own]', 'database = index', 'unique_subject = no', 'new_certs_dir = .', 'policy = policy'],
    ...['default_md = sha256', 'serial = serial', 'certificate = ca.pem', 'private_key = ca.key'],
  ];
  fs.writeFileSync(path.join(folder, 'settings'), settings.join('\n'));
  fs.writeFileSync(path.join(folder, 'index'), '');
  fs.writeFileSync(path.join(folder, 'serial'), '01');
  return {
    file: path.join(folder, 'ca.pem'),
    certify: (names, { from, to } = { from: -1, to: 1 }) => {
      fs.writeFileSync(path.join(folder, 'names'), `subjectAltName = ${names}`);
      openssl(
        ...['ca', '-batch', '-notext', '-config', 'settings', '-extfile', 'names'],
        ...['-startdate', dateIn(from), '-enddate', dateIn(to), '-in', 'site.csr', '-out', 'site.pem'],
      );
      const read = (name: string): Buffer => fs.readFileSync(path.join(folder, name));
      return { key: read('site.key'), cert: read('site.pem') };
    },
  };
}

/** In OpenSSL's format: `20260131120000Z`. */
function dateIn(days: number): string {
  const date = new Date(Date.now() + days * DAY_MS).toISOString();
  return `${date.slice(0, 19).replace(/[-T:]/g, '')}Z`;
}
