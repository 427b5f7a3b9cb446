/**
 * Makes something of each id, one at a time. Whoever asks while an earlier request for the same id still waits for its
 * turn gets what that one gets: many requests cost what two do, and nobody gets what was begun before they asked.
 */
export function sharedTurns<T>(make: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const waiting = new Map<string, Promise<T>>();
  let last: Promise<unknown> = Promise.resolve();
  return (id) => {
    const joined = waiting.get(id);
    if (joined) return joined;
    const turn = last.then(() => {
      waiting.delete(id);
      return make(id);
    });
    waiting.set(id, turn);
    last = turn.catch(() => {});
    return turn;
  };
}
