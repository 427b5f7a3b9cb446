import type { ToolVerdict } from './doctor.ts';

/** How a model calls tools: through the API, or as one block of plain text per turn (text-protocol.ts). */
export type Transport = 'native' | 'text';

/** Resolves `transport: auto`: native calls if they worked in a test, streamed or not; otherwise text. */
export function recommendedTransport({
  streamed,
  whole,
}: Readonly<{ streamed: ToolVerdict; whole: ToolVerdict }>): Transport {
  return streamed === 'works' || whole === 'works' ? 'native' : 'text';
}
