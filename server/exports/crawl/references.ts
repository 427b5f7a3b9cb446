import zlib from 'node:zlib';

/**
 * URLs of the site that some content refers to: link targets, resources that it loads, and addresses that it seems to
 * load (`guessed`) and that may not exist. One URL per line: passing one string between threads costs a tenth of
 * passing a hundred.
 */
export type References = Readonly<{ linked: string; needed: string; guessed: string }>;

/** Never occurs in a site path. */
const SEPARATOR = '\0';

export const NO_REFERENCES: References = { linked: '', needed: '', guessed: '' };

/** Packs references for the store; undefined if there are none. */
export function packReferences({ linked, needed, guessed }: References): Uint8Array | undefined {
  if (linked === '' && needed === '' && guessed === '') return undefined;
  return packText([linked, needed, guessed].join(SEPARATOR));
}

export function unpackReferences(packed: Uint8Array | undefined): References {
  if (!packed) return NO_REFERENCES;
  const [linked = '', needed = '', guessed = ''] = unpackText(packed).split(SEPARATOR);
  return { linked, needed, guessed };
}

/** Splits one of the lists into its URLs. */
export function placesIn(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Compresses a list of URLs. Such lists are repetitive: even the fastest level reduces them to an eighth. */
export function packText(text: string): Uint8Array {
  return zlib.deflateRawSync(text, { level: 1 });
}

export function unpackText(packed: Uint8Array): string {
  return zlib.inflateRawSync(packed).toString('utf8');
}
