/**
 * Headers of every answer of the back office: nobody stores it, and its addresses are told to nobody else.
 * Not 'no-referrer': under it a browser sends plain forms with the origin "null", which the guard against
 * forged forms refuses, so signing in without scripts would be impossible.
 */
export function adminHeaders(): Record<string, string> {
  return { "Cache-Control": "private, no-store", "Referrer-Policy": "same-origin" };
}
