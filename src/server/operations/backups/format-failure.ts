import { OperatorError } from "../../core/operator-error.ts";

const systemTexts: Record<string, string> = {
  ENOSPC: "the disk is full: free up space, or move the shop's folder (DATA_DIR)",
  EDQUOT: "the disk is full for this user: free up space, or move the shop's folder (DATA_DIR)",
  EFBIG: "the file exceeded this system's size limit",
  EROFS: "the disk is read-only",
  EACCES: "the shop can't write to its folder (DATA_DIR): return it to the user that runs the shop",
  EPERM: "the shop can't write to its folder (DATA_DIR): return it to the user that runs the shop",
  EIO: "the disk has a fault: have it checked, and keep the latest backup somewhere else",
  ECONNREFUSED: "the store did not answer",
};

/** Why a backup, its copy, or a restore failed, for the owner; without a final period. */
export function formatFailure(error: unknown): string {
  if (error instanceof OperatorError) return error.message.replace(/\.$/, "");
  const code = codeOf(error) ?? (error instanceof Error ? codeOf(error.cause) : undefined);
  const known = code === undefined ? undefined : systemTexts[code];
  if (known) return known;
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
