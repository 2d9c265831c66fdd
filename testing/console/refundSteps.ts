import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { objectSteps } from '#testing/console/objectSteps.ts'
import { accepted, type TestWire } from '#testing/harness/testClient.ts'
import { startPayment, type TestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import { freshCode, type Person } from '#testing/harness/testServer.ts'

/** A person pays a new debt of an amount like one of ana's. @returns the attempt, its token and its debt */
export async function payNewDebt(server: TestPaymentServer, ana: Person, amount: number) {
  const reference = await server.addDebt(amount)
  const { accessToken: token } = accepted(await startPayment(ana, reference))
  const geopayResponse = (await server.pay(token)) ?? ''
  accepted(await ana.call(processGEOPayResponse, { geopayResponse }))
  return { ...(await server.attemptOf(token)), token, reference }
}

/** The steps of an operator who takes charges back, by the local part of their email. */
export const refundSteps = (server: TestPaymentServer, name: string, operator: Person) => {
  const steps = objectSteps(operator, 'payment')
  const newCode = () => freshCode(server.context, `${name}@demo.surtidor.uy`)
  const VOID = { reason: 'double_charge', text: 'Se cobró dos veces.' }
  const REFUND = { reason: 'complaint', text: 'Cargó 30 litros.' }
  return {
    ...steps,
    newCode,
    void: async (id: string) => steps.act(id, 'void', { code: await newCode(), ...VOID }),
    refund: async (
      id: string,
      amount: string,
      fields: Record<string, string> = {},
      more?: TestWire,
    ) => steps.act(id, 'refund', { code: await newCode(), amount, ...REFUND, ...fields }, more),
    decide: async (id: string, decision: 'confirmed' | 'rejected') =>
      steps.act(id, 'decide', { code: await newCode(), decision }),
  }
}
