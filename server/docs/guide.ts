import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BODY_LIMIT, type CallContract } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { CLIENT_PROGRAMS } from '#contract/clientProgram.ts'
import { DAY_MS, HISTORY_DAYS, HOUR_MS, TIME_ZONE } from '#contract/dates.ts'
import { MESSAGE_STATES } from '#contract/entities/contactMessage.ts'
import { decisions, REQUEST_STATE_LABELS } from '#contract/entities/membershipRequest.ts'
import { ATTEMPT_TRANSITIONS } from '#contract/entities/payment.ts'
import { APP_VERSION, REQUEST_TIMEOUT } from '#contract/header.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { BANK_CODES, BANKS } from '#contract/reference/banks.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { PRODUCTS, STATION_SERVICES } from '#contract/reference/stationServices.ts'
import { VEHICLE_MAKES } from '#contract/reference/vehicleMakes.ts'
import { REFUSAL_REASONS } from '#contract/refusalReasons.ts'
import { AUTHORIZED, DENIED, INVALID_SESSION, OK, UNVERIFIED } from '#contract/responseCodes.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { AUDIT_NUMBER_DAYS } from '#db/retention.ts'
import { CALLS_PER_MINUTE, SERVER } from '#server/docs/servedDocument.ts'
import type { Handler } from '#server/http/defineHandler.ts'
import type { Limit } from '#server/http/limits.ts'
import { DRIVER, OPERATOR, SHOWN_FOR_MS } from '#server/http/sessionLifetime.ts'
import { AHEAD_MS, MINUTE_MS, OLDEST_MS } from '#server/station/checkItem.ts'

/** The part of the handlers that the document shows. */
export type DocumentedHandlers = { [Name in CallName]: Pick<Handler, 'limits'> }

const declared = Object.values(calls) as readonly CallContract[]
const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const code = (text: string) => `\`${text}\``
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
const names = (which: (contract: CallContract) => unknown) =>
  declared
    .filter(which)
    .map(({ name }) => code(name))
    .join(', ')
const listed = (list: readonly { code: string; text: string }[]) =>
  list.map((one) => `${code(one.code)} ${one.text}`).join(', ')

/** A card of the sandbox that is approved. */
export const TEST_CARD = '9999010000010002'
/** What each version changed for integrators, the newest first. */
export const CHANGES: [version: string, change: string][] = [['1.7.0', 'First published version.']]

/** Whose a limit is. */
const BY: Record<Limit['by'], string> = {
  address: 'network address',
  person: 'person',
  terminal: 'terminal',
  mailbox: 'email address',
  loyalty: 'loyalty',
}

/** The limits of a call in a sentence each: so many at once, and one more each so many seconds. */
export const limitsOf = (handlers: DocumentedHandlers, name: CallName): string[] =>
  handlers[name].limits.map(
    ({ name, by, points, per }) =>
      `${name}: ${points} at once for each ${BY[by]}, then one each ${per / points / 1000} seconds`,
  )

/** The sections of the document in Markdown; each begins with a heading of the second level. */
export function guide(handlers: DocumentedHandlers): string {
  const limited = (Object.keys(calls) as CallName[]).flatMap((name) =>
    limitsOf(handlers, name).map((limit) => [code(name), limit]),
  )
  return `## First program

It needs Python 3 and nothing else. Save it as \`first.py\` and run \`python3 first.py\`.

\`\`\`
${read('firstProgram.py')}\`\`\`

## Requests and answers

Each call is a POST to \`${SERVER}/api/{group}/process/{call}\` with the content type \`text/plain; charset=utf-8\` or \`application/json\`, and JSON inside: \`{ requestHeader, …fields }\`. The answer is \`{ responseHeader, …fields }\`. Of the request header only \`auditNumber\` and \`version\` are required. What may be left out may also be null or empty.

${table(
  ['responseCode', 'Meaning'],
  [
    [OK, `Done; \`responseDescription\` is ${AUTHORIZED}, and the other fields are there.`],
    [DENIED, 'Denied; `reason` says why to programs, and `responseDescription` to people.'],
    [UNVERIFIED, 'The password is right, but the account is not confirmed: `confirmAddUser`.'],
    [INVALID_SESSION, 'No session, or one that has ended: `login`.'],
  ],
)}

All four come with HTTP 200. Any other HTTP status means that the call had no effect, except 500 and 503, whose effect is unknown: send the same request again. The body of such an answer is JSON that says no more than its status. Wait ${REQUEST_TIMEOUT / 1000} seconds for an answer.

Amounts are whole cents, fuel is in millilitres, points are whole. An instant is \`yyyyMMddHHmmss\` in the time of ${TIME_ZONE}, a day \`yyyyMMdd\`. Ids and codes that an answer gives are opaque. A period that is left out is the last ${HISTORY_DAYS} days.

## Repeats

The audit number is the key of idempotency. The calls that change something (${names(({ changes }) => changes)}) keep their first answer for ${AUDIT_NUMBER_DAYS * 24} hours: the same \`auditNumber\` with the same call and fields in the same session gets it again, \`rrn\` included, without another effect, also when the first was a refusal. The rest of the header may differ. The same number with other fields gets ${DENIED} with \`audit_number_reused\`. After a time-out, a 500 or a 503 send the call again with its number. A call that gives the session a new token is repeated with the token, and the cookies, that it was sent with first: they give that answer, and nothing else.

## Tills

A terminal of a station has no session: it signs each call by RFC 9421 with its own Ed25519 key. An operator gives a one-time code, with which \`enrolTerminal\` puts the terminal's public key into force. \`rotateTerminalKey\` replaces it. The calls ${names(({ access }) => access === 'terminal')} need:

1. \`Content-Digest\` (RFC 9530): \`sha-256=:…:\` of the bytes of the body.
2. \`Signature-Input\`: one signature that covers \`"@method" "@target-uri" "content-digest"\`, each without parameters of its own, with the parameters \`created\` (seconds since 1970), \`keyid\` and \`nonce\`. \`@target-uri\` is the address of the call, which begins with \`${SERVER}/api/\`, whatever proxy is between.
3. \`Signature\`: the 64 bytes of Ed25519 over the signature base.

\`nonce\` is the audit number of the request header, whose \`userSessionToken\` stays empty: the same number with the same fields gets the first answer, by any signature of the terminal. Without a valid signature by a key in force the answer is ${INVALID_SESSION}. \`wrong_clock\` means that \`created\` is more than 5 minutes from now: correct the clock by the header \`Date\` of that answer, and sign again.

\`heartbeat\` names the closed shifts that lack items, and the tickets that are missing as far as their numbers tell: report the items of the shift again, and it closes.

The time of an item is at most ${OLDEST_MS / DAY_MS} days old and ${AHEAD_MS / MINUTE_MS} minutes ahead of the server's. The payments of a sale add up to its lines, within a peso for cash; when they are less, its points wait for an operator. The amount of a fuel line is its price by its litres, up to half a hundredth of a litre; what is no fuel has 0 millilitres.

The RUT of a document (\`cfe\`) is one of its station's: the operator of the network knows them. A sale with another one is \`unmatched\`, and its points wait for an operator; the document stays free for the station that issued it. A station of which no RUT is known may report any.

A sale with the payment means \`account\` is a debt of its member. \`account\` of its result says what is owed, or which payment paid it; the sale under a new audit number asks again. Returns reduce the debt, and a void withdraws it; what was paid already is for an operator.

Points are spent online only. \`reserveRedemption\` takes the spending code that the member's app shows for 30 seconds; end it under its \`reference\` by \`captureRedemption\` or \`releaseRedemption\`, and release it when its answer is missing. \`captureVoucher\` takes a voucher once. \`reverseRedemption\` gives the points back when the sale is voided.

\`requestPayment\` answers the QR with which a driver pays. Ask \`paymentStatus\`, which is held open, until the outcome is known; \`cancelPayment\` takes the request back before it, and \`voidPayment\` returns the money until 02:00 of the next day. The sale names the request in \`paymentReference\`.

A till in Python 3 with the program \`openssl\`, version 3. Save it as \`till.py\`, and run \`python3 till.py CODE\` the first time and \`python3 till.py\` afterwards. It keeps its key in \`till.pem\`.

\`\`\`
${read('till.py')}\`\`\`

## Paging

${names(({ request }) => 'after' in request.shape)} answer in pages. \`count\` is the size of a page. \`next\` is the cursor of the next one: send it in \`after\`, with the other fields unchanged, until it is empty. Items that are added meanwhile do not shift the pages. The other lists come whole; \`notifications\` takes a \`count\` and no cursor.

## Limits

A call above a limit gets HTTP 429 with the header \`Retry-After\` in whole seconds and the reason \`too_many\`, and has no effect. Other headers do not count anything. A limit is refilled evenly; calls with limits of one name share it.

${table(['Call', 'Limit'], limited)}

Codes by email above their limit are not sent, and the answer does not show it. After the fifth wrong password, code or passkey each further one doubles a wait of up to a minute. All calls of a network address together are at most ${CALLS_PER_MINUTE} a minute (0: any number). A body has at most ${BODY_LIMIT / 1024} KiB, where a call does not say otherwise.

## Reasons of a refusal

Compare \`responseHeader.reason\`, never the sentence: a word stays, its sentence may change. A later version may add words. It is absent with 00 and where no program has to tell refusals apart.

${table(
  ['reason', 'Meaning'],
  Object.entries(REFUSAL_REASONS).map(([word, meaning]) => [code(word), meaning]),
)}

## States

A payment. Answers show CREATED as PENDING, and EXPIRED as REJECTED with \`expired\`; \`processGEOPayResponse\` and the gateway's notices move it.

${table(
  ['State', 'May become'],
  Object.entries(ATTEMPT_TRANSITIONS).map(([state, next]) => [state, next.join(', ') || 'final']),
)}

A membership request. ${Object.keys(REQUEST_STATE_LABELS).join(', ')} are its states.

${table(
  ['Decision', 'Role', 'Authorised', 'Rejected'],
  Object.entries(decisions).map(([decision, { role, authorized, rejected }]) => [
    decision,
    `${role} ${ROLES[role].name}`,
    authorized,
    rejected,
  ]),
)}

A new request is PENDING. The sponsor of a programme decides first, and the network on what the sponsor authorised; without a sponsor the network decides at once. The driver may withdraw a PENDING request, which is then VOIDED. STATE_PETROBRAS_AUTHORIZED creates the loyalty.

A message of \`contact\`. ${MESSAGE_STATES.join(', ')}: a received one is answered or closed, and both are final.

## Operators

A driver's session is the token alone. It ends ${DRIVER.idle / DAY_MS} days after its last use and ${DRIVER.max / DAY_MS} after its login. That of an operator (role ${Object.values(
    ROLES,
  )
    .filter(({ code }) => code !== '2')
    .map(({ code }) => code)
    .join(
      ', ',
    )}) ends after ${OPERATOR.idle / HOUR_MS} hours and ${OPERATOR.max / HOUR_MS}, and needs more of a program:

1. **Cookies.** \`login\` sets \`binder\` (HttpOnly) and \`${CLIENT_PROGRAMS.app.xsrfCookie}\`. Over https the first is named \`__Host-binder\`. Keep both for each session and send them with each call. Without the binder the answer is ${INVALID_SESSION}.
2. **XSRF.** Repeat the value of the cookie \`${CLIENT_PROGRAMS.app.xsrfCookie}\` in the header \`X-XSRF-TOKEN\`. Without it the answer is HTTP 403. A call that renews the token sets both cookies anew.
3. **Second factor.** Send the 6-digit code of the authenticator app (TOTP, RFC 6238, SHA-1, 30 seconds) in \`secondFactor\` of \`login\`, or afterwards by \`confirmSecondFactor\`, which answers a new token. A code is accepted once, and counts for ${SHOWN_FOR_MS / HOUR_MS} hours. Until it is shown only ${names(({ beforeSecondFactor }) => beforeSecondFactor)} are open; the others get ${DENIED} with \`second_factor_missing\`. The operators of the demo have the secret \`${DEMO_SECOND_FACTOR}\`.

A program sends no \`Origin\` header, or one of the server's own.

## The gateway's sandbox

Where the server is started with its sandbox, cards are charged by a simulated gateway, and no bank takes part. \`getDebts\` lists the debts; \`getGEOPayAccessToken\` opens a payment and answers its token; a browser posts it in the form field \`token\` to \`geopay.pageUrl\` of \`getDebts\`. The root page of that address lists the test cards and what each of them does. \`${TEST_CARD}\` is approved.

Without a browser, on the machine of the sandbox: POST \`/sandbox/pay\` with the JSON \`{"token": "…", "card": "${TEST_CARD}"}\`. Its answer has the field \`data\`: send it as \`geopayResponse\` to \`processGEOPayResponse\`, which answers the payment as PAID.

## Reference lists

The operator may add vehicle makes and banks by name: \`updatedData\` of an answer carries the lists as they are now.

${table(
  ['List', 'Codes'],
  [
    ['Departments', listed(DEPARTMENTS)],
    ['Products', listed(PRODUCTS)],
    ['Fuels', listed(PRODUCTS.filter(({ isFuel }) => isFuel))],
    ['Station services', listed(STATION_SERVICES)],
    ['Vehicle makes', listed(VEHICLE_MAKES)],
    ['Banks by name', BANKS.join(', ')],
    [
      'Banks by code',
      Object.entries(BANK_CODES)
        .map(([name, number]) => `${code(String(number))} ${name}`)
        .join(', '),
    ],
    [
      'Roles',
      listed(Object.values(ROLES).map(({ code, description }) => ({ code, text: description }))),
    ],
  ],
)}

## Versions

This is version ${APP_VERSION}. A later version may add calls, fields, reasons and states: ignore what you do not know. What is there keeps its name and meaning. The server accepts every version in \`requestHeader.version\`.

${table(['Version', 'Changes'], CHANGES)}`
}
