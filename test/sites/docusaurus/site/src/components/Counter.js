import { useState } from 'react';

export default function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" className="button button--secondary" onClick={() => setCount(count + 1)}>
      Tried {count} times
    </button>
  );
}
