/** An email address that breaks after its @ first, and only where it must within a part of it. */
export function EmailText({ email, className = "" }: { email: string; className?: string }) {
  const end = email.lastIndexOf("@") + 1;
  return (
    <span className={`wrap-anywhere ${className}`}>
      {email.slice(0, end)}
      <wbr />
      {email.slice(end)}
    </span>
  );
}
