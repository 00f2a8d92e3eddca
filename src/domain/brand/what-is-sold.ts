/** "Golf hats and shirts" */
export function whatIsSold({ trade, range }: { trade: string; range: string }): string {
  return trade ? `${trade} ${range.toLowerCase()}`.trim() : range;
}
