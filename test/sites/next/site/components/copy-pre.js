'use client';
import { useRef } from 'react';

export default function CopyPre({ children }) {
  const ref = useRef(null);
  return (
    <pre ref={ref}>
      <button
        type="button"
        aria-label="Copy code"
        onClick={() => navigator.clipboard.writeText(ref.current.querySelector('code').innerText)}
      >
        Copy
      </button>
      {children}
    </pre>
  );
}
