/**
 * Structured data for search engines, which read it in the server's HTML. The browser does not need it: callers
 * build it under `import.meta.env.SSR`, so neither the code nor the data is loaded a second time, and React
 * leaves the server's text alone.
 */
export function JsonLd({ data }: { data: object[] }) {
  // "</script>" in a product's name must not end the element; "\\u003c" is the same text to a JSON reader.
  const text = import.meta.env.SSR ? JSON.stringify(data).replaceAll("<", "\\u003c") : "";
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped.
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
