import type { RequestOf } from '#contract/call.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { spendingCode } from '#contract/loyalty/spendingCode.ts'
import { captureRedemption } from '#contract/station/captureRedemption.ts'
import { captureVoucher } from '#contract/station/captureVoucher.ts'
import { releaseRedemption } from '#contract/station/releaseRedemption.ts'
import { reserveRedemption } from '#contract/station/reserveRedemption.ts'
import { reverseRedemption } from '#contract/station/reverseRedemption.ts'
import { accepted, type TestClient } from '#testing/harness/testClient.ts'

/** The present spending code of a driver. */
export async function codeOf(who: TestClient, loyaltyCode: string, limit = 0): Promise<string> {
  const { codes } = accepted(await who.call(spendingCode, { loyaltyCode, limit }))
  return codes[0]?.text ?? ''
}

/** The points of a driver's loyalty that can be spent. */
export async function spendableOf(who: TestClient, loyaltyCode: string): Promise<number> {
  const { loyalties: all } = accepted(await who.call(loyalties, {}))
  return all.find((one) => one.loyaltyCode === loyaltyCode)?.spendablePoints ?? 0
}

/** The calls of a till, each answered by its state or the reason of its refusal. */
export const tillSteps = (till: Pick<TestClient, 'call'>) => ({
  reserve: async (fields: RequestOf<typeof reserveRedemption>) =>
    stateOf(await till.call(reserveRedemption, fields)),
  capture: async (reference: string, ticket = '') =>
    stateOf(await till.call(captureRedemption, { reference, ticket })),
  release: async (reference: string) => stateOf(await till.call(releaseRedemption, { reference })),
  reverse: async (reference: string) =>
    stateOf(await till.call(reverseRedemption, { reference, reason: 'Se anuló la venta.' })),
  useVoucher: async (reference: string, voucher: string) =>
    stateOf(await till.call(captureVoucher, { reference, voucher })),
})
const stateOf = (answer: { state?: string; responseHeader: { reason?: string | undefined } }) =>
  answer.state ?? answer.responseHeader.reason ?? 'refused'
