// Pseudo-random numbers that are the same in every run: L'Ecuyer's two combined congruential generators (Communications
// of the ACM 31, 1988), and the distributions made from them.

export type Random = () => number

/** Numbers between 0 and 1, both excluded. */
export const createRandom = (seed: number): Random => {
  let one = (seed % 2_147_483_562) + 1
  let two = ((seed * 7_919) % 2_147_483_398) + 1
  return () => {
    one = (one * 40_014) % 2_147_483_563
    two = (two * 40_692) % 2_147_483_399
    const difference = one - two
    return (difference > 0 ? difference : difference + 2_147_483_562) / 2_147_483_563
  }
}

/** Times between independent arrivals. */
export const exponential = (random: Random, mean: number): number => -mean * Math.log(random())

/** The number of standard deviations above the median below which 99 % of a normal distribution lie. */
const Z99 = 2.326

/** Times of upstreams: most are similar, a few are long. */
export const logNormal = (random: Random, median: number, p99: number): number => {
  const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp((normal * Math.log(p99 / median)) / Z99)
}
