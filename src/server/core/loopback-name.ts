/** Whether a host name, without its port, can only mean this machine: "localhost", "shop.localhost", "127.0.0.1", "[::1]". */
export function isLoopbackName(host: string): boolean {
  const name = host.toLowerCase();
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return name === "::1" || name === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}
