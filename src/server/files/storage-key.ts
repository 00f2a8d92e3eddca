// A key names one stored file. It becomes a path in a folder and a URL path in a browser, so only plain names are
// keys: no dot except the extension's, no "..", no backslash, no empty segment, no percent sign. A key that came in
// a URL is checked here before it touches the disk.

const KEY = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*\.[a-z0-9]{1,8}$/;
const KEY_LENGTH_MAX = 200;

/** Whether a text is a key. Any text is fine; nothing is decoded. */
export function isStorageKey(key: string): boolean {
  return key.length <= KEY_LENGTH_MAX && KEY.test(key);
}
