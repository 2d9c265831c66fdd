import type { CallContract, RequestOf } from '#contract/call.ts'
import type { WrongAnswer } from '#lab/tills/reports.ts'
import type { Till } from '#lab/tills/till.ts'

/**
 * Sends the calls of one reference of a till, and records each answer that is not expected.
 * @param wrong where it is recorded
 */
export const createSteps =
  (till: Till, reference: string, wrong: WrongAnswer[]) =>
  async <S extends CallContract>(
    contract: S,
    fields: Omit<RequestOf<S>, 'reference'>,
    expects: readonly string[],
    code: WrongAnswer['code'],
  ): Promise<string> => {
    const got = await till.ask(contract, { reference, ...fields } as RequestOf<S>)
    if (!expects.includes(got)) wrong.push({ code, call: contract.name, expects, got })
    return got
  }
