import { FetchError } from './fetched.ts';

type Sentence = (host: string, what: string) => string;

/** Codes and messages of OpenSSL and Node during a TLS handshake, with explanations. */
const MEANINGS: readonly (readonly [said: RegExp, sentence: Sentence])[] = [
  [
    /SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER|CERT_UNTRUSTED|CERT_CHAIN_TOO_LONG/,
    (host, code) =>
      `The certificate for ${host} is signed by a certificate authority that this computer does not trust (${code}). If the authority is your own, set caBundle (--ca-bundle) to its certificate file`,
  ],
  [
    /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    (host, code) =>
      `The certificate for ${host} has expired or is not yet valid (${code}). Renew it, or correct this computer's clock`,
  ],
  [
    /CERT_REVOKED|CERT_REJECTED|CERT_SIGNATURE_FAILURE|INVALID_PURPOSE|INVALID_CA/,
    (host, code) => `The certificate for ${host} cannot be trusted (${code}). Replace it on the server`,
  ],
  [
    /KEY_TOO_SMALL|MD_TOO_WEAK|DH_KEY_TOO_SMALL|dh key too small|ee key too small/i,
    (host) =>
      `The certificate or key for ${host} is too weak to be trusted. Replace it on the server with a stronger one`,
  ],
  [
    /wrong version number|packet length too long|http request|WRONG_VERSION_NUMBER/i,
    (host) =>
      `${host} responds, but does not speak TLS. If it speaks plain HTTP, start the address with http://`,
  ],
  [
    /alert protocol version|unsupported protocol|PROTOCOL_VERSION|version too low/i,
    (host) =>
      `${host} only supports TLS versions that are no longer secure. Update the server, or export through a proxy (proxy, --proxy) that speaks TLS 1.2`,
  ],
  [
    /certificate required|CERTIFICATE_REQUIRED|alert bad certificate/i,
    (host) =>
      `${host} requires a client certificate, which Offprint does not send. Export through a proxy (proxy, --proxy) that has one`,
  ],
  [
    /handshake failure|HANDSHAKE_FAILURE|no shared cipher|no ciphers/i,
    (host) =>
      `${host} and Offprint have no encryption method in common, or ${host} requires a client certificate. Export through a proxy (proxy, --proxy) that ${host} accepts`,
  ],
  [
    /unrecognized name|UNRECOGNIZED_NAME/i,
    (host) =>
      `The server at ${host} does not recognize this host name. Use the name in the server's certificate`,
  ],
  [
    /before secure TLS connection/,
    (host) =>
      `${host} closed the connection before it was secured. If the server speaks plain HTTP, start the address with http://`,
  ],
];

/** Explains a TLS error, with the setting to change; undefined for other errors. */
export function tlsError(code: string, { host }: URL, text: string): FetchError | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return new FetchError(
      'tls',
      `The certificate for ${host} is only valid for other names (${text}). Use one of them`,
    );
  }
  for (const [said, sentence] of MEANINGS) {
    if (said.test(code) || said.test(text)) return new FetchError('tls', sentence(host, code));
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) {
    const sentence = `${host} does not speak TLS correctly (${code}). If it speaks plain HTTP, start the address with http://`;
    return new FetchError('tls', sentence);
  }
  return undefined;
}
