import { unreachable } from './error.ts';
import type { ServerEvent } from './types.ts';

/**
 * Reads the events of a response until the server ends it (WHATWG HTML §9.2.6).
 * @throws OffprintError `unreachable` if the connection breaks: call again with `lastEventId`
 */
export async function* eventsOf({ body }: Response): AsyncGenerator<ServerEvent, void, undefined> {
  const blocks = blocksOf();
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw unreachable('The event stream was interrupted', error);
      });
      if (done) return;
      for (const block of blocks(value)) {
        const event = eventIn(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Assembles text from chunks. @returns the blocks that are now complete, without the empty line at their end */
function blocksOf(): (text: string) => string[] {
  let rest = '';
  return (text) => {
    // A carriage return at the end may be the first half of a line break.
    const whole = `${rest}${text}`;
    const cut = whole.endsWith('\r') ? whole.length - 1 : whole.length;
    const blocks = whole.slice(0, cut).replaceAll(/\r\n?/g, '\n').split('\n\n');
    rest = `${blocks.pop()}${whole.slice(cut)}`;
    return blocks;
  };
}

function eventIn(block: string): ServerEvent | undefined {
  let id: string | undefined;
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]+):? ?(.*)$/.exec(line) ?? [];
    if (name === 'id') id = value;
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return data.length > 0 ? { id, event, data: data.join('\n') } : undefined;
}
