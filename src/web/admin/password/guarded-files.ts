// What stands behind the password, and what the page that asks for it says of each. Only they are reached from it.
import { parseReturnPath } from "../sign-in/return-path.ts";

export type GuardedFile = {
  /** A path of the back office with its query. */
  to: string;
  title: string;
  /** What is good to know before it is there. */
  note: string;
  download: string;
  back: { to: string; label: string };
};

type FileNotice = Omit<GuardedFile, "to" | "back"> & { back: { path: string; label: string } };

const PEOPLE = "The file holds names and addresses. Delete it when you no longer need it.";
const ORDERS = "/admin/orders/export";

const ordersFile: FileNotice = {
  title: "Export orders",
  note: PEOPLE,
  download: "Download CSV",
  back: { path: "/admin/orders", label: "All orders" },
};

/** By the path, without its query; `:id` stands for one part of it. */
const files: Readonly<Record<string, FileNotice>> = {
  [ORDERS]: ordersFile,
  "/admin/orders/slips": {
    title: "Packing slips",
    note: "The slips hold names and addresses.",
    download: "Open packing slips",
    back: { path: "/admin/orders", label: "All orders" },
  },
  "/admin/packing/labels": {
    title: "File for Pirate Ship",
    note: PEOPLE,
    download: "Download CSV",
    back: { path: "/admin/packing", label: "Packing" },
  },
  "/admin/customers/:id/export": {
    title: "A customer’s data",
    note: "The file holds everything stored about this customer. Share it only with them.",
    download: "Download the file",
    back: { path: "/admin/customers/:id", label: "The customer" },
  },
  "/admin/backups/:id": {
    title: "Download a backup",
    note: "Keep it private.",
    download: "Download the backup",
    back: { path: "/admin/backups", label: "Backups" },
  },
};

/** `asked`: from a URL, so anybody may have written it. Whatever is no such file becomes the file of orders. */
export function guardedFile(asked: string | null): GuardedFile {
  const to = parseReturnPath(asked) ?? ORDERS;
  const parts = to.split("?", 1).join("").split("/");
  for (const [pattern, { back, ...told }] of Object.entries(files)) {
    const names = pattern.split("/");
    if (names.length !== parts.length) continue;
    if (
      !names.every((name, at) =>
        name === ":id" ? /^[\da-f-]{36}$/.test(parts[at] ?? "") : name === parts[at],
      )
    )
      continue;
    const id = parts[names.indexOf(":id")] ?? "";
    return { to, ...told, back: { to: back.path.replace(":id", id), label: back.label } };
  }
  const { back, ...told } = ordersFile;
  return { to: ORDERS, ...told, back: { to: back.path, label: back.label } };
}
