import { useState } from "react";

/** The value of a control, which follows the one outside: that changes later, as the address does in a transition. */
export function useShown<Value>(value: Value) {
  const [shown, setShown] = useState(value);
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setShown(value);
  }
  return [shown, setShown] as const;
}
