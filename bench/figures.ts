// Statistics of measured figures.

export const percentile = (figures: readonly number[], percent: number): number => {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

export const median = (figures: readonly number[]): number => percentile(figures, 50)

export const round = (figure: number, digits = 2): number => Number(figure.toFixed(digits))

export const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0)

export const mean = (figures: readonly number[]): number => sum(figures) / figures.length
