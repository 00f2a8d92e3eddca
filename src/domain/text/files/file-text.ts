// The text of a file that a person chose. Spreadsheets write UTF-8, Excel's "Unicode Text" is UTF-16 with its mark, and its
// plain "CSV" is Windows-1252: what is no UTF-8 is that nine times in ten, and the reader is told to look at the letters.

/** `isWindowsText`: guessed, because it is no UTF-8. Lines end in "\n". */
export type FileText = { text: string; isWindowsText: boolean };

export const notText =
  "The file is not a CSV file. In Excel, choose “CSV UTF-8 (Comma delimited)” when you save it";
export const readAsWindowsText =
  "The file isn’t UTF-8 and was read as Windows text. Check characters such as é and ’";

/** Null for what is no text, such as a workbook or a picture. */
export function textOfFile(bytes: Uint8Array): FileText | null {
  const utf16 = utf16Of(bytes);
  const text = decode(bytes, utf16 ?? "utf-8");
  if (text !== null) return plain(text, false);
  return utf16 === null ? plain(decode(bytes, "windows-1252") ?? "", true) : null;
}

function utf16Of([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function plain(text: string, isWindowsText: boolean): FileText | null {
  return text.includes("\u0000") ? null : { text: text.replace(/\r\n?/g, "\n"), isWindowsText };
}
