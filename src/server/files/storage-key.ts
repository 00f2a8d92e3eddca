// A key names one stored file. It becomes a path in a folder and an address in a browser, so only plain
// names are keys: no dots but the one of the ending, no "..", no backslash, no empty part, no percent sign.
// A key that reached us in an address is checked here before it touches the disk.

const KEY = /^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*\.[a-z0-9]{1,8}$/;
const KEY_LENGTH_MAX = 200;

/** Whether a text may be a key: any text is fine, nothing is decoded. */
export function isStorageKey(key: string): boolean {
  return key.length <= KEY_LENGTH_MAX && KEY.test(key);
}
