/** How long to wait, in words: "45 seconds", "5 minutes". */
function waitText(seconds: number): string {
  if (seconds <= 90) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

export function throttledText({ retryAfterSeconds }: { retryAfterSeconds: number }): string {
  return `Too many attempts. Please try again in ${waitText(retryAfterSeconds)}.`;
}
