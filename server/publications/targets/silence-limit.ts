import { addAbortSignal, type Readable } from 'node:stream';
import { OffprintError } from '../../errors.ts';

/** Time without a sign of life after which a server counts as unreachable. */
const SILENCE_MS = 60_000;

/** Aborts its signal after too long without a call of `alive`. */
export type SilenceLimit = Readonly<{ signal: AbortSignal; alive: () => void; end: () => void }>;

/** @param place of the target, for messages */
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

/** Requests to a server that are aborted when they stop making progress. */
export type GuardedRequests = Readonly<{
  /** @param work calls `alive` on any progress */
  run: <T>(work: (until: AbortSignal, alive: () => void) => Promise<T>) => Promise<T>;
  /** Returns the body of a response. @param open resolves with null if there is no such file */
  read: (open: (until: AbortSignal) => Promise<Readable | null>) => Promise<AsyncIterable<Buffer> | null>;
}>;

/** @param faultOf converts a client error into its meaning for a publication */
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
    // Clients stop observing the signal once the response starts.
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
