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
    const sentence = `${place} has said nothing for ${seconds} seconds. Look whether it runs, then try again.`;
    controller.abort(new OffprintError('target-unreachable', sentence));
  };
  const timer = setTimeout(give, SILENCE_MS).unref();
  return { signal: controller.signal, alive: () => timer.refresh(), end: () => clearTimeout(timer) };
}
