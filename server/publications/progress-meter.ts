import { buffersPassed } from '../passed-buffers.ts';
import type { PublicationChange, PublicationStage } from '../store/publications.ts';

const NOTE_EVERY_MS = 300;

export type ProgressMeter = Readonly<{
  begin: (stage: PublicationStage, totalBytes?: number) => void;
  /** Adds bytes processed in this stage. */
  done: (bytes: number) => void;
  /** Counts a file that was sent. */
  sent: (bytes: number) => void;
  kept: () => void;
  /** Increases with all work done. */
  progress: () => number;
  flush: () => void;
}>;

/**
 * Counts bytes, estimates the remaining time from the speed of the stage so far, and reports both a few times a second.
 */
export function progressMeter(
  note: (change: PublicationChange) => void,
  start: Readonly<{ sentFiles: number; sentBytes: number }>,
): ProgressMeter {
  let counts = { doneBytes: 0, totalBytes: 0 };
  let { sentFiles, sentBytes } = start;
  let keptFiles = 0;
  let all = 0;
  let noted = 0;
  let began = 0;

  const flush = (): void => {
    noted = performance.now();
    const elapsed = (noted - began) / 1000;
    const { doneBytes, totalBytes } = counts;
    const remainingSeconds =
      elapsed > 0.5 && doneBytes > 0 ? Math.max(0, ((totalBytes - doneBytes) / doneBytes) * elapsed) : null;
    note({ ...counts, sentFiles, sentBytes, keptFiles, remainingSeconds });
  };
  const tell = (): void => {
    if (performance.now() - noted >= NOTE_EVERY_MS) flush();
  };

  return {
    begin: (stage, totalBytes = 0) => {
      counts = { doneBytes: 0, totalBytes };
      if (stage === 'transfer') keptFiles = 0;
      began = performance.now();
      flush();
      note({ stage });
    },
    done: (bytes) => {
      counts.doneBytes += bytes;
      all += bytes;
      buffersPassed(bytes);
      tell();
    },
    sent: (bytes) => {
      sentFiles++;
      sentBytes += bytes;
      all++;
      tell();
    },
    kept: () => {
      keptFiles++;
    },
    progress: () => all,
    flush,
  };
}
