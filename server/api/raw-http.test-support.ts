import net from 'node:net';
import tls from 'node:tls';

/** A response as it came over the wire. Header names are in lower case; repeated headers are joined. */
export type RawResponse = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}>;

export type RawHead = Omit<RawResponse, 'body'>;

/** A connection on which tests can write any bytes, one at a time if necessary. */
export type Connection = Readonly<{
  socket: net.Socket;
  write: (bytes: string | Uint8Array) => void;
  /** Reads the next response. @param method of its request: a response to HEAD has no body */
  response: (method?: string) => Promise<RawResponse>;
  /** Reads the head of the next response. Its body follows with `pieces`. */
  head: () => Promise<RawHead>;
  /** Reads the body of the response whose head was read, as it arrives. */
  pieces: (head: RawHead, method?: string) => AsyncGenerator<Buffer>;
  /** Resolves when the server has closed its side. */
  closed: Promise<void>;
  destroy: () => void;
}>;

/** Address of a server: host and port, or a socket file, with or without TLS. */
export type Address = net.NetConnectOpts & Readonly<{ tls?: tls.ConnectionOptions }>;

/**
 * Opens a connection with a minimal HTTP/1.1 parser (RFC 9112). It shares no code with the server under test, and sends
 * exactly the bytes it is given.
 */
export async function openConnection(address: Address): Promise<Connection> {
  const socket = address.tls ? tls.connect(address.tls) : net.connect(address);
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once(address.tls ? 'secureConnect' : 'connect', resolve);
    socket.once('error', reject);
  });
  const input = readerOf(socket);

  const head = async (): Promise<RawHead> => {
    const text = (await input.until('\r\n\r\n')).toString('latin1');
    const [start = '', ...lines] = text.slice(0, -4).split('\r\n');
    const status = /^HTTP\/1\.[01] (\d{3})( |$)/.exec(start)?.[1];
    if (status === undefined) throw new Error(`This is no answer: ${JSON.stringify(start.slice(0, 200))}`);
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
      if (name === '') throw new Error(`This is not a header: ${JSON.stringify(line)}`);
      const known = headers[name.toLowerCase()];
      headers[name.toLowerCase()] = known === undefined ? value : `${known}, ${value}`;
    }
    if (status === '100') return head();
    return { status: Number(status), headers };
  };

  async function* pieces({ status, headers }: RawHead, method = 'GET'): AsyncGenerator<Buffer> {
    if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return;
    if (headers['transfer-encoding'] === 'chunked') {
      for (;;) {
        const line = (await input.until('\r\n')).toString('latin1').trim();
        const size = Number.parseInt(line, 16);
        if (!/^[0-9a-f]+$/i.test(line)) throw new Error(`This is not a chunk: ${JSON.stringify(line)}`);
        const chunk = await input.take(size + 2);
        if (size === 0) return;
        yield chunk.subarray(0, size);
      }
    }
    const length = headers['content-length'];
    if (length !== undefined) yield* input.pieces(Number(length));
    else yield* input.pieces(Number.POSITIVE_INFINITY);
  }

  return {
    socket,
    write: (bytes) => {
      socket.write(bytes);
    },
    head,
    pieces,
    response: async (method) => {
      const start = await head();
      const body: Buffer[] = [];
      for await (const piece of pieces(start, method)) body.push(piece);
      return { ...start, body: Buffer.concat(body) };
    },
    closed: input.ended,
    destroy: () => socket.destroy(),
  };
}

type Reader = Readonly<{
  until: (mark: string) => Promise<Buffer>;
  take: (length: number) => Promise<Buffer>;
  /** Yields up to `length` bytes as they arrive. If `length` is infinite, reads until the other side closes. */
  pieces: (length: number) => AsyncGenerator<Buffer>;
  ended: Promise<void>;
}>;

function readerOf(socket: net.Socket): Reader {
  let buffered: Buffer = Buffer.alloc(0);
  let isOver = false;
  let fault: Error | undefined;
  let wake = (): void => {};
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
      wake();
    });
    const over = (): void => {
      isOver = true;
      wake();
      resolve();
    };
    socket.on('error', (error) => {
      fault = error;
    });
    socket.on('end', over);
    socket.on('close', over);
  });

  const more = async (): Promise<void> => {
    if (isOver) {
      const seen = JSON.stringify(buffered.toString('latin1').slice(0, 200));
      throw new Error(`The connection ended in the middle of an answer: ${seen}`, { cause: fault });
    }
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  };
  const shift = (length: number): Buffer => {
    const taken = buffered.subarray(0, length);
    buffered = buffered.subarray(length);
    return taken;
  };

  return {
    ended,
    until: async (mark) => {
      for (;;) {
        const at = buffered.indexOf(mark);
        if (at >= 0) return shift(at + mark.length);
        await more();
      }
    },
    take: async (length) => {
      while (buffered.length < length) await more();
      return shift(length);
    },
    async *pieces(length) {
      for (let left = length; left > 0; ) {
        if (buffered.length === 0) {
          if (isOver && length === Number.POSITIVE_INFINITY) return;
          await more();
          continue;
        }
        const piece = shift(Math.min(left, buffered.length));
        left -= piece.length;
        yield piece;
      }
    },
  };
}
