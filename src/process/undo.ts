// What was opened step by step is closed in reverse.

/** Takes the steps out of the list and runs them, the last first, even if one throws; then throws the first error. */
export async function undo(steps: (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
