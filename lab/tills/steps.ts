import type { CallContract, RequestOf } from '#contract/call.ts'
import { PaymentRequestState } from '#contract/entities/paymentRequest.ts'
import { REDEMPTION_STATE_LABELS } from '#contract/entities/redemption.ts'
import type { SentRedemption, WrongAnswer } from '#lab/tills/reports.ts'
import type { Till } from '#lab/tills/till.ts'

/**
 * Sends the calls of one reference of a till, and records each answer that is not expected.
 * @param sent where it is recorded, beside the states that the answers and refusals name
 */
export const createSteps =
  (till: Till, { reference, told, wrong }: Pick<SentRedemption, 'reference' | 'told' | 'wrong'>) =>
  async <S extends CallContract>(
    contract: S,
    fields: Omit<RequestOf<S>, 'reference'>,
    expects: readonly string[],
    code: WrongAnswer['code'],
  ): Promise<string> => {
    const got = await till.ask(contract, { reference, ...fields } as RequestOf<S>)
    const state = got.replace(/^redemption_/, '')
    const isOfPayment = PaymentRequestState.safeParse(state).success
    if (isOfPayment || Object.hasOwn(REDEMPTION_STATE_LABELS, state)) told.push(state)
    if (!expects.includes(got)) wrong.push({ code, call: contract.name, expects, got })
    return got
  }
