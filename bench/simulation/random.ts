// Chance that is the same in every run: L'Ecuyer's two combined congruential generators (Communications of the ACM 31,
// 1988), and the distributions made of it.

export type Random = () => number

/** Numbers between 0 and 1, neither included. */
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

/** Times between arrivals that know nothing of each other. */
export const exponential = (random: Random, mean: number): number => -mean * Math.log(random())

/** How many standard deviations above the middle 99 % of a normal distribution end. */
const Z99 = 2.326

/** Times of upstreams: most are alike, a few are long. */
export const logNormal = (random: Random, median: number, p99: number): number => {
  const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp((normal * Math.log(p99 / median)) / Z99)
}
