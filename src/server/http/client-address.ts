// Whose request this is, for limits. The peer of the connection is the truth; a forwarded address is
// believed only when the shop stands behind a proxy of its own: the peer is this machine and the shop's
// public address is https. Of a forwarded list only the last entry is that proxy's word.
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isBehindProxy: boolean,
): string {
  const address = normalize(peer ?? "");
  if (!isBehindProxy || !isLoopback(address) || !forwardedFor) return address;
  return normalize(forwardedFor.split(",").at(-1)?.trim() ?? "") || address;
}

export function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}

function normalize(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, "");
}
