import type { Throughput } from '../../server/api/wire.types.ts';
import type { Point } from '../ui/plot-scale.ts';

type Sample = Throughput['samples'][number];

/** Returns the pages per second between samples. Only the first phase reads pages; the rate is 0 in the others. */
export function throughputPoints(samples: readonly Sample[]): Point[] {
  return samples.slice(1).map((sample, index) => {
    const before = samples[index] as Sample;
    const seconds = Math.max(0.001, (Date.parse(sample.at) - Date.parse(before.at)) / 1000);
    const pages = before.phase === 'acquire' ? Math.max(0, sample.pageCount - before.pageCount) : 0;
    return { x: Date.parse(sample.at), y: Math.round((pages / seconds) * 10) / 10 };
  });
}

/** Returns the start time of each phase after the first. */
export function phaseMarks(samples: readonly Sample[]): { x: number; phase: Sample['phase'] }[] {
  return samples
    .filter(
      (sample, index) => index > 0 && samples[index - 1]?.phase !== sample.phase && sample.phase !== 'done',
    )
    .map((sample) => ({ x: Date.parse(sample.at), phase: sample.phase }));
}
