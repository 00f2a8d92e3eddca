/** A gray shape in place of loading content. The region around it says "Loading". */
export function Skeleton({ className = "" }: { className?: string }) {
  return <div aria-hidden="true" className={`skeleton ${className}`} />;
}
