/** The `on`, `once`, `off` of Stripe's elements: each returns `self`, and `off` without a listener removes all. */
export function createEmitter(self) {
  const listeners = new Map();
  const emitter = {
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
      return self;
    },
    once(event, listener) {
      const once = (payload) => {
        emitter.off(event, once);
        listener(payload);
      };
      return emitter.on(event, once);
    },
    off(event, listener) {
      const kept = (listeners.get(event) ?? []).filter((each) => listener && each !== listener);
      listeners.set(event, kept);
      return self;
    },
    /** Answers whether anybody listens. */
    emit(event, payload) {
      const heard = listeners.get(event) ?? [];
      for (const listener of heard) listener(payload);
      return heard.length > 0;
    },
  };
  return emitter;
}
