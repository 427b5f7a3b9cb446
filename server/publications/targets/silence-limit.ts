import { addAbortSignal, type Readable } from 'node:stream';
import { OffprintError } from '../../errors.ts';

/** A server that says nothing for so long is taken for gone. */
const SILENCE_MS = 60_000;

/** Aborts its signal once nothing has been heard for too long. */
export type SilenceLimit = Readonly<{ signal: AbortSignal; alive: () => void; end: () => void }>;

/** @param place of the target, for people */
export function silenceLimit(place: string): SilenceLimit {
  const controller = new AbortController();
  const give = (): void => {
    const seconds = SILENCE_MS / 1000;
    const sentence = `${place} has not responded for ${seconds} seconds. Check that it is running, then try again.`;
    controller.abort(new OffprintError('target-unreachable', sentence));
  };
  const timer = setTimeout(give, SILENCE_MS).unref();
  return { signal: controller.signal, alive: () => timer.refresh(), end: () => clearTimeout(timer) };
}

/** Requests to a server that end once nothing moves under them. */
export type GuardedRequests = Readonly<{
  /** @param work calls `alive` whenever something has moved */
  run: <T>(work: (until: AbortSignal, alive: () => void) => Promise<T>) => Promise<T>;
  /** The body of an answer. @param open null where there is no such file */
  read: (open: (until: AbortSignal) => Promise<Readable | null>) => Promise<AsyncIterable<Buffer> | null>;
}>;

/** @param faultOf what an error of the server's client means for a publication */
export function guardedRequests(
  place: string,
  signal: AbortSignal,
  faultOf: (error: unknown) => OffprintError,
): GuardedRequests {
  const faultUnder = (error: unknown, silence: SilenceLimit): unknown => {
    signal.throwIfAborted();
    return silence.signal.aborted ? silence.signal.reason : faultOf(error);
  };
  async function* answered(body: Readable, silence: SilenceLimit): AsyncGenerator<Buffer> {
    // Clients let go of the signal once an answer begins.
    addAbortSignal(AbortSignal.any([signal, silence.signal]), body);
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        silence.alive();
        yield chunk;
      }
    } catch (error) {
      throw faultUnder(error, silence);
    } finally {
      silence.end();
      body.destroy();
    }
  }
  return {
    run: async (work) => {
      signal.throwIfAborted();
      const silence = silenceLimit(place);
      try {
        return await work(AbortSignal.any([signal, silence.signal]), silence.alive);
      } catch (error) {
        throw faultUnder(error, silence);
      } finally {
        silence.end();
      }
    },
    read: async (open) => {
      signal.throwIfAborted();
      const silence = silenceLimit(place);
      try {
        const body = await open(AbortSignal.any([signal, silence.signal]));
        if (body) return answered(body, silence);
      } catch (error) {
        silence.end();
        throw faultUnder(error, silence);
      }
      silence.end();
      return null;
    },
  };
}
