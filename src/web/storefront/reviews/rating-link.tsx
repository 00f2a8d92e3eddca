/** "★ 4.8 (12)", next to the price; links to the reviews below. */
export function RatingLink({ average, count }: { average: string; count: number }) {
  return (
    <a href="#reviews" className="text-link inline-flex min-h-11 items-center">
      <span aria-hidden="true">★ </span>
      {average} ({count}
      <span className="sr-only"> reviews</span>)
    </a>
  );
}
