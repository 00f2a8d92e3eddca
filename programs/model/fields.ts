// Records whose fields have few values, and their packing into bytes: millions of states fit into memory, and two states
// are the same when their bytes are.

export type Fields = Readonly<Record<string, readonly (string | number | boolean)[]>>;
export type RecordOf<F extends Fields> = { -readonly [Name in keyof F]: F[Name][number] };

export const flag = [false, true] as const;

/** 0 … 7 */
export const small = [0, 1, 2, 3, 4, 5, 6, 7] as const;

export type Packing<F extends Fields> = {
  /** Length of a packed record. */
  bytes: number;
  /** Every field has its first value. */
  blank: RecordOf<F>;
  pack: (record: RecordOf<F>, into: Uint8Array, at: number) => void;
  unpack: (from: Uint8Array, at: number) => RecordOf<F>;
};

type Packed = Record<string, string | number | boolean>;

export function packing<F extends Fields>(fields: F): Packing<F> {
  const columns = Object.entries(fields).map(([name, values]) => ({
    name,
    values,
    codes: new Map(values.map((value, code) => [value, code])),
    bits: Math.max(1, Math.ceil(Math.log2(values.length))),
  }));
  const bits = columns.reduce((sum, column) => sum + column.bits, 0);
  const blank = Object.fromEntries(columns.map(({ name, values }) => [name, values[0] ?? false]));
  const pack = (record: Packed, into: Uint8Array, at: number) => {
    let [held, count, next] = [0, 0, at];
    for (const column of columns) {
      const code = column.codes.get(record[column.name] ?? "");
      if (code === undefined) throw new Error(`${column.name} can't be ${record[column.name]}`);
      held |= code << count;
      count += column.bits;
      for (; count >= 8; count -= 8, held >>>= 8) into[next++] = held & 255;
    }
    if (count > 0) into[next] = held;
  };
  const unpack = (from: Uint8Array, at: number): Packed => {
    const record: Packed = { ...blank };
    let [held, count, next] = [0, 0, at];
    for (const column of columns) {
      for (; count < column.bits; count += 8) held |= (from[next++] ?? 0) << count;
      record[column.name] = column.values[held & ((1 << column.bits) - 1)] ?? false;
      held >>>= column.bits;
      count -= column.bits;
    }
    return record;
  };
  return { bytes: Math.ceil(bits / 8), blank, pack, unpack } as Packing<F>;
}
