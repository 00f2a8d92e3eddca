/** Where product pictures are kept: a local folder, or an S3-compatible store. */
export type FileStore = {
  /** Stores bytes under a key such as `product-images/abc_1700000000000.webp`; the same key is overwritten. */
  put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  /** The bytes, or null when there is no such file. */
  get: (key: string) => Promise<Uint8Array | null>;
  delete: (key: string) => Promise<void>;
  /** The URL that browsers load the file from. */
  url: (key: string) => string;
};
