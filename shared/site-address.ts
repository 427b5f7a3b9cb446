/** An address whose protocol is neither http nor https, and the probable correction. */
export type OtherProtocol = Readonly<{
  protocol: string;
  /** Undefined if it is not a misspelling of http or https. */
  meant: string | undefined;
}>;

/**
 * Explains what is wrong with an address of another protocol (`ftp://…`) or a misspelled one (`htp:/…`, `http:/…`).
 * @returns undefined for http, https and file, and for anything that is not an address
 */
export function otherProtocol(typed: string): OtherProtocol | undefined {
  const [, protocol = '', slashes = '', rest = ''] =
    /^([a-z][a-z\d+.-]+):(?!\d)(\/*)(.*)$/is.exec(typed) ?? [];
  const name = protocol.toLowerCase();
  if (protocol === '' || name === 'file' || (/^https?$/.test(name) && slashes === '//')) return undefined;
  const right = /^https?$/.test(name) ? name : ['http', 'https'].find((each) => isNear(name, each));
  return { protocol, meant: right === undefined || rest === '' ? undefined : `${right}://${rest}` };
}

/** Message for the command line. The interface has the same sentences in its messages. */
export function otherProtocolText({ protocol, meant }: OtherProtocol): string {
  return meant === undefined
    ? `Offprint cannot read “${protocol}:” addresses. Use one that starts with http:// or https://, or the path of a folder.`
    : `“${protocol}:” is misspelled. Did you mean ${meant}?`;
}

/** Whether two words differ by one insertion, deletion, substitution or transposition. */
export function isNear(word: string, right: string): boolean {
  if (word === right) return true;
  for (let at = 0; at <= right.length; at++) {
    const [before, after] = [right.slice(0, at), right.slice(at)];
    const fits = (end: string, gap = 0): boolean =>
      word.length === before.length + gap + end.length && word.startsWith(before) && word.endsWith(end);
    const swapped = after.length > 1 ? `${before}${after[1]}${after[0]}${after.slice(2)}` : '';
    if (
      fits(after, 1) ||
      (after !== '' && (fits(after.slice(1)) || fits(after.slice(1), 1))) ||
      word === swapped
    )
      return true;
  }
  return false;
}
