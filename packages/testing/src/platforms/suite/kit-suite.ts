// The public entry `@central-api/service/platform/suite`, with which operators test their own platforms. For tests
// only.

export { assertNormalized } from '../../post/normalized-suite.ts'
export type { ConcludedCalls, ConclusionTable } from './conclusion-suite.ts'
export { type PlatformCase, platformSuite } from './platform-suite.ts'
export {
  type SimulatedFailure,
  type SimulatedRequest,
  type SimulatedResponse,
  type SimulatedResponse as SimulatedAnswer,
  type Simulator,
  startUpstream,
  type Upstream,
} from './simulator.ts'
export { createWalker, idsOf, type Walker } from './test-walker.ts'
export { type Conclusions, USUAL } from './usual-conclusions.ts'
