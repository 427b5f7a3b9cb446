/**
 * Calls `make` for one id at a time. A request that arrives while another for the same id is still waiting for its turn
 * shares the result of that one. So any number of concurrent requests for an id costs at most two calls, and nobody
 * gets a result whose computation started before they asked.
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
