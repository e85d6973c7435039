// The tops of the axes of all plots.

/** In powers of ten. The half of each is written without more digits. */
const TOPS = [1, 2, 3, 4, 6, 8, 10]

/**
 * The next round number, and at least 2, so that half of it is a whole number.
 * @param {number} value the largest value of the plot
 */
export const axisTop = (value) => {
  if (value <= 10) return Math.max(2, 2 * Math.ceil(value / 2))
  const unit = 10 ** Math.floor(Math.log10(value))
  return (TOPS.find((each) => each * unit >= value) ?? 10) * unit
}
