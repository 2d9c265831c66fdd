import { describe, expect, test } from 'vitest'
import type { CallContract } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { USER } from '#contract/roles.ts'
import { DRIVER_CHANGES } from '#lab/console/driver.ts'
import { testKind } from '#lab/testsOfKind.ts'

testKind('console')

/** Those of a payer, and those that need an authenticator, a mailed code or another token for the session. */
const NOT_DRAWN = [
  'getGEOPayAccessToken',
  'processGEOPayResponse',
  'registerPasskey',
  'renamePasskey',
  'removePasskey',
  'confirmEmailChange',
  'updatePassword',
]

describe('the drivers of the lab', () => {
  test('make every call that changes something of a driver', () => {
    const ofDrivers = Object.values<CallContract>(calls).filter(
      ({ access, changes }) =>
        changes && (access === 'signedIn' || (Array.isArray(access) && access.includes(USER))),
    )
    const drawn = [...Object.keys(DRIVER_CHANGES), ...NOT_DRAWN]
    expect(ofDrivers.map(({ name }) => name).filter((name) => !drawn.includes(name))).toEqual([])
  })
})
