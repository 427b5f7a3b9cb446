import type { ToolVerdict } from './doctor.ts';

/** How a model's tools are called: by the calls of the API, or in one block of plain text per turn (text-protocol.ts). */
export type Transport = 'native' | 'text';

/** What `transport: auto` stands for: the calls of the API where they were seen to work, streamed or whole. */
export function recommendedTransport({
  streamed,
  whole,
}: Readonly<{ streamed: ToolVerdict; whole: ToolVerdict }>): Transport {
  return streamed === 'works' || whole === 'works' ? 'native' : 'text';
}
