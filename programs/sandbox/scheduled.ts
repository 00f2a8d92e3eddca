import type { SandboxContext } from "./context.ts";

/** What the provider does automatically after a while. `target` is the id of the object that it concerns. */
export type Task = "settle_payment" | "settle_refund" | "open_dispute" | "expire_session";
export type ScheduledTask = { id: number; due_ms: number; task: Task; target: string; detail: string };

export function schedule(
  context: SandboxContext,
  afterMs: number,
  task: Task,
  target: string,
  detail = "",
): void {
  context.store.run(
    "INSERT INTO scheduled (due_ms, task, target, detail) VALUES (?, ?, ?, ?)",
    context.now() + afterMs,
    task,
    target,
    detail,
  );
}

/** Removes an object's planned tasks, because they were done by hand or became pointless. */
export function unschedule(context: SandboxContext, task: Task, target: string): void {
  context.store.run("DELETE FROM scheduled WHERE task = ? AND target = ?", task, target);
}

export function nextTaskAt(context: SandboxContext): number | null {
  return context.store.row<{ due: number | null }>("SELECT MIN(due_ms) AS due FROM scheduled")?.due ?? null;
}

/** Takes the earliest task that is due; null when there is none. */
export function takeDueTask(context: SandboxContext): ScheduledTask | null {
  const task = context.store.row<ScheduledTask>(
    "SELECT * FROM scheduled WHERE due_ms <= ? ORDER BY due_ms, id LIMIT 1",
    context.now(),
  );
  if (task) context.store.run("DELETE FROM scheduled WHERE id = ?", task.id);
  return task ?? null;
}
