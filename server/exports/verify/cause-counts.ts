/** A common cause of several faults or findings. */
export type Cause = Readonly<{
  severity: 'fault' | 'finding';
  /** A sentence without its full stop. */
  cause: string;
  /** Number of places where it was seen. */
  count: number;
  /** One of the faults' or findings' sentences. */
  example: string;
}>;

export type Notes = ReturnType<typeof openNotes>;

/** Collects faults or findings: merges equal ones with their places, and groups all by cause. */
export function openNotes() {
  const places = new Map<string, string[]>();
  const byCause = new Map<string, { text: string; count: number }>();
  const sentenceOf = (text: string): string => {
    const [first, ...others] = places.get(text) ?? [];
    const end = /[.!?]["”]?$/.test(text) ? '' : '.';
    if (others.length === 0) return `${first} ${text}${end}`;
    return `${first} ${text}; the same applies in ${others.length} other place${others.length === 1 ? '' : 's'}.`;
  };
  return {
    /** @param times how often it was seen at this place */
    add: (place: string, text: string, cause: string, times = 1): void => {
      places.set(text, [...(places.get(text) ?? []), place]);
      const known = byCause.get(cause);
      byCause.set(cause, { text: known?.text ?? text, count: (known?.count ?? 0) + times });
    },
    count: () => places.size,
    sentences: (): string[] => [...places.keys()].map(sentenceOf),
    causes: (severity: Cause['severity']): Cause[] =>
      [...byCause]
        .map(([cause, { text, count }]) => ({ severity, cause, count, example: sentenceOf(text) }))
        .sort((a, b) => b.count - a.count),
  };
}
