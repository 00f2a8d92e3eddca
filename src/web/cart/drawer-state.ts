// Whether the cart drawer is open: asked by the header, the drawer and whatever adds to the cart.

let open = false;
const listeners = new Set<() => void>();

export const drawerState = {
  get: () => open,
  set(next: boolean) {
    if (next === open) return;
    open = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
