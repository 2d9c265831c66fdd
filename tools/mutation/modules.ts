/**
 * What `npm run mutate` mutates: modules whose own tests need no database, browser or server, so that a
 * mutant takes milliseconds. Not in it, as the tests that prove them run against PostgreSQL:
 * - lots, redemptions, expirations and retained points (`db/loyalty`), refunds and debts (`db/payments`):
 *   most of them is SQL;
 * - the claim of an idempotency key (`db/accounts/idempotentRequests.ts`, `server/http/callTransaction.ts`)
 *   and the access rules of calls (`server/http/callPipeline.ts`), proven over HTTP;
 * - the rights of the console's kinds and actions (`server/console`), proven for every kind and role.
 * Texts and fields of schemas are not mutated (`schemaFields.ts`): the contract's tests compare them.
 */
export const MODULES: Record<string, readonly string[]> = {
  money: [
    'contract/money.ts',
    'contract/entities/taxLaws.ts',
    'kit/format/numbers.ts',
    'app/features/stationPayment/typedCents.ts',
    'db/reference/rowInForce.ts',
  ],
  points: ['db/loyalty/accrual.ts', 'contract/entities/loyalty.ts', 'contract/pointsText.ts'],
  dates: [
    'contract/dates.ts',
    'kit/format/dates.ts',
    'kit/format/period.ts',
    'server/payments/businessDay.ts',
    'server/jobs/nextRun.ts',
  ],
  payments: [
    'contract/entities/payment.ts',
    'server/payments/outcome/nextTransition.ts',
    'server/payments/outcome/pollingBackoff.ts',
  ],
  rights: [
    'contract/roles.ts',
    'contract/pageAccess.ts',
    'contract/entities/secondFactor.ts',
    'contract/entities/membershipRequest.ts',
    'app/routeGuard.ts',
    'console/routeGuard.ts',
  ],
  lists: ['db/core/pagination.ts'],
}

/** The tests of a module: beside it, with its name. */
export const TESTS = Object.values(MODULES)
  .flat()
  .map((file) => file.replace(/\.ts$/, '.test.ts'))
