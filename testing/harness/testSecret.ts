/** The SECRET of test servers and of the demo data that tests use. */
export const TEST_SECRET = 'a secret of tests, long enough to sign with'
