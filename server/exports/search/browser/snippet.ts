import type { Place } from './match-positions.ts';

/** Text in pieces. Every second piece is a matched word. */
export type Marked = readonly string[];

type Stretch = Readonly<{ start: number; end: number }>;

const LENGTH = 170;
/** Length of the text shown before the first match. */
const LEAD = 30;

/** Returns the part of a text with the most words close together. */
export function snippet(text: string, places: readonly Place[]): Marked {
  let middle = 0;
  let most = 0;
  places.forEach((place, index) => {
    const near = new Set<number>();
    let count = 0;
    for (
      let next = index;
      next < places.length && endOf(places[next]) < place.start + LENGTH - LEAD;
      next++
    ) {
      near.add(places[next]?.word ?? 0);
      count++;
    }
    const value = near.size + Math.min(count, 5) / 10;
    if (value > most) [most, middle] = [value, place.start];
  });
  const from = middle < 2 * LEAD ? 0 : breakNear(text, middle - LEAD, middle);
  const isRest = text.length < from + LENGTH + LEAD;
  const to = isRest ? text.length : breakNear(text, from + LENGTH, from + LENGTH + LEAD);
  const before = from > 0 && text[from] !== '…' ? '…' : '';
  const shown = before + text.slice(from, to).trimEnd().replace(/\n/g, ' ') + (isRest ? '' : '…');
  const shift = before.length - from;
  const inside = places.filter((place) => place.start >= from && place.end <= to);
  return marked(
    shown,
    inside.map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  );
}

export function marked(text: string, places: readonly Stretch[]): Marked {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of places) {
    if (start < done) continue;
    pieces.push(text.slice(done, start), text.slice(start, end));
    done = end;
  }
  return [...pieces, text.slice(done)];
}

function endOf(place: Place | undefined): number {
  return place?.end ?? 0;
}

/** Returns the position after the first white space in a range, or its start if there is none. */
function breakNear(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/);
  if (space >= 0) return from + space + 1;
  return /[\udc00-\udfff\p{M}]/u.test(text.charAt(from)) ? from + 1 : from;
}
