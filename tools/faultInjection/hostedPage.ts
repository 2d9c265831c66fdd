import { CARDS } from '#sandbox/cards.ts'
import { postJson } from '#tools/faultInjection/postJson.ts'

/** Number of the card that the sandbox's page calls so. */
function cardNumber(name: string): string {
  const card = CARDS.find((each) => each.name === name)
  if (!card) throw new Error(`the sandbox has no card «${name}»`)
  return card.number
}

/** Submits a card on the gateway's page. @returns the `data` of the way back, null without one */
export const submitCard = (sandbox: string, token: string, name = 'Crédito') =>
  submit(sandbox, { token, card: cardNumber(name) })

export const cancelPage = (sandbox: string, token: string) =>
  submit(sandbox, { token, cancel: true })

async function submit(sandbox: string, form: object): Promise<string | null> {
  const answer = await postJson(`${sandbox}/sandbox/pay`, form)
  if (!answer) return null
  const { kind, data } = JSON.parse(answer.text) as { kind: string; data: string | null }
  if (kind === 'corrected') throw new Error('the page refused the form')
  return data
}
