import { afterEach, describe, expect, it, vi } from 'vitest';
import { accumulator } from './accumulate.ts';
import { dataLines } from './event-stream.ts';

afterEach(() => vi.restoreAllMocks());

const chunkOf = (fragment: object) => ({ choices: [{ delta: { tool_calls: [fragment] } }] });

/** Counts the characters parsed as JSON and the CPU time used by `work`. */
function workOf(work: () => void): { parsed: number; cpuMs: number } {
  const parse = JSON.parse;
  let parsed = 0;
  const spy = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    parsed += String(text).length;
    return parse(text, reviver);
  });
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  spy.mockRestore();
  return { parsed, cpuMs: (user + system) / 1000 };
}

describe('an answer that comes in many pieces', () => {
  it.each([
    ['of an object', (count: number) => ['{"text":"', ...Array(count).fill('word '), '"}']],
    ['of what is not JSON', (count: number) => Array(count).fill('{x}')],
    ['of an object with blanks behind it', (count: number) => ['{"a":1}', ...Array(count).fill(' ')]],
  ])('is parsed about once, where each piece names the call again: %s', (_what, piecesOf) => {
    const pieces = piecesOf(4000);
    const length = pieces.join('').length;
    const { parsed } = workOf(() => {
      const collected = accumulator();
      for (const json of pieces) {
        collected.add(chunkOf({ index: 0, function: { name: 'write', arguments: json } }));
      }
      collected.done();
      collected.finish({ maxTokens: 10 });
    });
    expect(parsed).toBeLessThanOrEqual(3 * length);
  });

  it('takes eight times the work for eight times the calls', () => {
    const cpuOf = (count: number): number =>
      workOf(() => {
        const collected = accumulator();
        for (let at = 0; at < count; at++) {
          const call = { name: 'read', arguments: '{}' };
          collected.add(chunkOf({ index: at, id: `call-${at}`, function: call }));
        }
        collected.finish({ maxTokens: 10 });
      }).cpuMs;
    const few = Math.max(1, Math.min(...[1, 2, 3].map(() => cpuOf(5000))));
    let many = cpuOf(40_000);
    // Measure again if it took long: other load on the machine may have interfered.
    for (let tries = 1; tries < 3 && many / few >= 25; tries++) many = Math.min(many, cpuOf(40_000));
    expect(many / few).toBeLessThan(25);
  });

  it('takes eight times the work for a line of eight times the length', () => {
    const cpuOf = (count: number): number =>
      Math.min(
        ...[1, 2, 3].map(() => {
          let length = 0;
          const piece = Buffer.from('x'.repeat(512));
          const { cpuMs } = workOf(() => {
            const lines = dataLines((payload) => {
              length = payload.length;
            });
            lines.write(Buffer.from('data: '));
            for (let at = 0; at < count; at++) lines.write(piece);
            lines.end();
          });
          expect(length).toBe(count * 512);
          return cpuMs;
        }),
      );
    const [few, many] = [cpuOf(500), cpuOf(4000)];
    expect(many / Math.max(few, 1)).toBeLessThan(25);
  });

  it('is two calls where a whole object is followed by a name and another, and one where it is not whole', () => {
    const callsOf = (...fragments: object[]) => {
      const collected = accumulator();
      for (const fragment of fragments) collected.add(chunkOf({ index: 0, function: fragment }));
      collected.done();
      return collected.finish({ maxTokens: 10 }).answer.calls.map((call) => call.raw);
    };
    const named = (json: string) => ({ name: 'f', arguments: json });
    expect(callsOf(named('{"a":"}"}'), named('{"b":2}'))).toEqual(['{"a":"}"}', '{"b":2}']);
    expect(callsOf(named('{"a":"\\"}'), named('"}'), named('{}'))).toEqual(['{"a":"\\"}"}', '{}']);
    expect(callsOf(named('"{\\"a\\":1}"'), named('{}'))).toEqual(['"{\\"a\\":1}"', '{}']);
    expect(callsOf(named('{"a":'), named('{}'), named('}'))).toEqual(['{"a":{}}']);
    expect(callsOf(named('[1]'), named('{}'))).toEqual(['[1]{}']);
    expect(callsOf(named('"text"'), named('{}'))).toEqual(['"text"{}']);
  });
});
