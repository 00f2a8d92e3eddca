import { useEffect, useRef } from "react";

/** The value, or what it was last when there is none now. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  useEffect(() => {
    if (value !== undefined) last.current = value;
  }, [value]);
  return value ?? last.current;
}
