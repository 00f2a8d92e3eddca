/**
 * Structured data for search engines, which read it in the HTML that the server sends. The browser's copy of
 * the page stays without it: callers build it under `import.meta.env.SSR`, so that neither the code nor the
 * data is loaded a second time, and React leaves the server's text alone.
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
