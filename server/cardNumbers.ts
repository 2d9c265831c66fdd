/** What the networks issue, by first digits and length; a bank account seldom looks like any. */
const ISSUED = [
  // Visa
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  // Mastercard, OCA among them
  /^(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/,
  // American Express
  /^3[47]\d{13}$/,
  // Diners
  /^3(?:0[0-5]|[689]\d)(?:\d{11}|\d{13,16})$/,
  // JCB
  /^35(?:2[89]|[3-8]\d)\d{12,15}$/,
  // Maestro, Cabal, OCA, Discover, UnionPay
  /^(?:5[06-8]|6\d)\d{14,17}$/,
]
const LONGEST = 19
const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi
/** What hardly a call holds: a beginning of a card's, in groups or not. Behind a point is a fraction. */
const LIKELY = /(?<![\w.])(?:2[ -]?[2-7]|[3-6][ -]?\d)(?:[ -]?\d){11}/
const RUN = /(?<![\w.])\d(?:[ -]?\d){12,}(?!\w)/g

/**
 * PCI DSS SAQ A: a card number has no business here, in no field of any call.
 * @param text a call's body, as JSON
 * @param drawn values of it that somebody drew and nobody typed: each may stand there once
 */
export function holdsCardNumber(text: string, drawn: readonly string[] = []): boolean {
  if (!LIKELY.test(text)) return false
  const typed = drawn.reduce((left, value) => left.replace(JSON.stringify(value), '""'), text)
  return (typed.replaceAll(UUID, '""').match(RUN) ?? []).some((run) => holdsCard(run.split(/[ -]/)))
}

/** Whether some groups that stand together are a card's number: a date or a code may follow it. */
function holdsCard(groups: string[]): boolean {
  return groups.some((_group, from) => {
    let digits = ''
    for (let to = from; to < groups.length && digits.length < LONGEST; to++) {
      digits += groups[to]
      if (ISSUED.some((range) => range.test(digits)) && passesLuhn(digits)) return true
    }
    return false
  })
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}
