import { expect, it } from 'vitest';
import { phaseMarks, throughputPoints } from './throughput.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const samples = [
  { at: at(0), phase: 'acquire', progress: 0, pageCount: 0 },
  { at: at(2), phase: 'acquire', progress: 10, pageCount: 30 },
  { at: at(4), phase: 'pack', progress: 30, pageCount: 40 },
  { at: at(5), phase: 'verify', progress: 50, pageCount: 40 },
  { at: at(9), phase: 'done', progress: 100, pageCount: 40 },
] as const;

it('tells pages a second between samples, none once everything is read', () => {
  expect(throughputPoints([...samples]).map(({ y }) => y)).toEqual([15, 5, 0, 0]);
});

it('marks where phases begin', () => {
  expect(phaseMarks([...samples]).map(({ phase }) => phase)).toEqual(['pack', 'verify']);
});
