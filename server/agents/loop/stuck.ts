import { createHash } from 'node:crypto';
import type { NudgeReason } from './events.ts';

/** Fingerprints of a call and its result. */
export type Move = Readonly<{ call: string; result: string; ok: boolean }>;

/**
 * Detects a job that goes in circles: the same call with the same result four times, the same failing call three times,
 * or two calls alternating six times. These are OpenHands' rules; nothing here guesses what a model means.
 */
export function stuckReason(moves: readonly Move[]): NudgeReason | null {
  const last = moves.at(-1);
  if (!last) return null;
  const same = (move: Move): boolean => move.call === last.call && move.result === last.result;
  if (!last.ok && ends(moves, 3, (move) => move.call === last.call && !move.ok)) return 'repeated-fault';
  if (ends(moves, 4, same)) return 'repeated';
  const before = moves.at(-2);
  if (!before || before.call === last.call) return null;
  const turns = moves.slice(-6);
  const pingPong =
    turns.length === 6 &&
    turns.every((move, index) => {
      const twin = index % 2 === 1 ? last : before;
      return move.call === twin.call && move.result === twin.result;
    });
  return pingPong ? 'ping-pong' : null;
}

export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

function ends(moves: readonly Move[], count: number, holds: (move: Move) => boolean): boolean {
  const tail = moves.slice(-count);
  return tail.length === count && tail.every(holds);
}
