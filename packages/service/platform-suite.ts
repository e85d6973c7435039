// The suite for a platform outside of this tree, as `@central-api/service/platform/suite`. It needs a checkout with its
// development packages.

export * from '@central-api/testing/platforms/suite/kit-suite.ts'
