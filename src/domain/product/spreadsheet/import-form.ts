import * as z from "zod";
import { fileField, labeled, textField } from "../../form/form-fields.ts";

/** A file of products, or its rows as they are pasted from a spreadsheet; the file counts. */
export const importForm = z
  .object({
    file: labeled("CSV file", fileField()),
    text: labeled("Or paste rows, including the header row", textField()),
  })
  .refine(({ file, text }) => file !== null || text.trim() !== "", {
    message: "Choose a CSV file, or paste its rows.",
    path: ["file"],
  });
