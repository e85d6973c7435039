// Small sums over measured figures.

export const median = (figures: readonly number[]): number => {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const round = (figure: number, digits = 2): number => Number(figure.toFixed(digits))
