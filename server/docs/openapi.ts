import { type CallContract, pathOf } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { APP_VERSION, requestHeader } from '#contract/header.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { AUTHORIZED, OK } from '#contract/responseCodes.ts'
import { componentSchemas, type Schema, schemaName } from '#server/docs/componentSchemas.ts'
import { declarationOf } from '#server/docs/docComments.ts'
import answers from '#server/docs/exampleAnswers.json' with { type: 'json' }
import { examples } from '#server/docs/exampleRequests.ts'
import { type DocumentedHandlers, guide, limitsOf } from '#server/docs/guide.ts'
import { RECORDED_ON, SERVER } from '#server/docs/servedDocument.ts'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of all calls: fields, access rules and texts from the contracts and their doc
 * comments, limits from the handlers, examples from the files of this folder. The build writes it, and
 * `servedDocument` puts the settings and dates of a server into it.
 */
export function openapi(handlers: DocumentedHandlers): Json {
  const declared = Object.values(calls) as readonly CallContract[]
  const schemas = componentSchemas(declared)
  const paths = declared.map((one) => {
    const post = operation(handlers, one)
    const bodies = [post.requestBody, post.responses[200]]
    for (const { schema, example } of bodies.map(({ content }) => content['application/json']))
      illustrate(schemas, schema, example)
    return [`/${pathOf(one)}`, { post }]
  })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Surtidor API',
      version: APP_VERSION,
      description: `${INTRODUCTION}\n\n${guide(handlers)}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${SERVER}/api` }],
    tags: [...new Set(declared.map(({ group }) => group))].map((name) => ({
      name,
      description: GROUPS[name],
    })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: { ...schemas, HttpError: HTTP_ERROR },
      responses: RESPONSES,
      securitySchemes: { session: SESSION, terminal: TERMINAL },
    },
  }
}

const GROUPS: Record<CallContract['group'], string> = {
  user: 'Account, session, notifications and messages of a person.',
  push: 'The devices to which notifications are pushed.',
  financial: 'Purchases and points of a loyalty.',
  info: 'The stations of the network.',
  loyalty: 'Loyalties and membership requests.',
  payments: 'Debts and payments by card.',
  operator: 'Calls for the operators of the network.',
  station: 'Reports of the till of a station.',
  passkey: 'The passkeys of a person.',
  car: 'The log of the cars of a person, which fills itself from their purchases of fuel.',
}

function operation(handlers: DocumentedHandlers, contract: CallContract) {
  const name = contract.name as CallName
  const { comment = '' } = declarationOf(name) ?? {}
  const [summary = '', ...rest] = comment.replace(/ (?=Errors: )/, '\n\n').split(/(?<=\.)(?= |\n)/)
  const body = {
    schema: reference(schemaName(contract, 'Call')),
    example: {
      requestHeader: requestHeader({ now: RECORDED_ON, random: 0.123456, platform: 'b' }),
      ...examples[name],
    },
  }
  const answer = {
    schema: reference(schemaName(contract, 'Answer')),
    example: { responseHeader: AUTHORIZED_HEADER, ...answers[name] },
  }
  const limits = limitsOf(handlers, name).map((limit) => `\n- ${limit}`)
  return {
    operationId: name,
    tags: [contract.group],
    summary,
    description: [rest.join('').trim(), accessOf(contract), contract.changes ? IDEMPOTENT : '']
      .filter(Boolean)
      .join('\n\n'),
    security: securityOf(contract),
    ...(Array.isArray(contract.access) ? { 'x-roles': contract.access } : {}),
    requestBody: { required: true, content: { 'text/plain': body, 'application/json': body } },
    responses: {
      200: {
        description:
          'The code says what happened: 00 done, 05 denied, 86 not confirmed, 88 no session. The other fields come only with 00. The example shows the beginning of each list.',
        content: { 'application/json': answer },
      },
      400: { $ref: '#/components/responses/BadRequest' },
      403: { $ref: '#/components/responses/Forbidden' },
      404: { $ref: '#/components/responses/NotFound' },
      413: failure(`The body has more than ${contract.maxBody / 1024} KiB.`),
      415: { $ref: '#/components/responses/UnsupportedMediaType' },
      429: {
        ...failure(`Too many calls: wait.${limits.join('')}`),
        headers: {
          'Retry-After': {
            description: 'Seconds after which to call again.',
            required: true,
            schema: { type: 'integer', minimum: 1 },
          },
        },
      },
      500: { $ref: '#/components/responses/InternalServerError' },
      503: { $ref: '#/components/responses/ServiceUnavailable' },
    },
  }
}

/** Makes the texts and numbers of a body's example the examples of its properties that have none. */
function illustrate(schemas: Record<string, Schema>, schema: Schema | undefined, value: unknown) {
  if (!schema || value === null || value === '') return
  const named = schemas[schema.$ref?.split('/').at(-1) ?? '']
  if (named) illustrate(schemas, named, value)
  else if (Array.isArray(value)) for (const item of value) illustrate(schemas, schema.items, item)
  else if (typeof value !== 'object') schema.examples ??= [value]
  else
    for (const [name, inner] of Object.entries(value ?? {}))
      illustrate(schemas, schema.properties?.[name], inner)
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: reference('HttpError') } },
})
const RESPONSES = {
  BadRequest: failure('The body is not JSON, or contains keys that are refused.'),
  Forbidden: failure('A page of another site sent it, or the XSRF header is missing.'),
  NotFound: failure('No call has this address.'),
  UnsupportedMediaType: failure('The type is not text/plain or application/json in UTF-8.'),
  InternalServerError: failure(
    'A defect of the server. Whether the call had an effect is unknown.',
  ),
  ServiceUnavailable: failure(
    'A system on which the server depends does not answer: send it again.',
  ),
}
const HTTP_ERROR: Schema = {
  type: 'object',
  description: 'The body of an answer with another HTTP status than 200.',
  properties: {
    statusCode: { type: 'integer', description: 'The HTTP status.', examples: [503] },
    maxBytes: { type: 'integer', description: 'Of 413: the largest body in bytes.' },
    maxItems: { type: 'integer', description: 'Of 413 for too many items: how many fit.' },
    responseHeader: {
      ...reference('ResponseHeader'),
      description:
        'The header with code 05 and its reason, of 404 and 429; missing from the others.',
    },
  },
}

/**
 * The credential is a field of the body, for which OpenAPI has no place
 * (docs/decisions/0016-http.md). The scheme names the cookie that a browser adds to it, and says in
 * words and in `x-` fields where the token is.
 */
const SESSION = {
  type: 'apiKey',
  in: 'cookie',
  name: 'binder',
  'x-credential-in': 'body',
  'x-credential-name': 'requestHeader.userSessionToken',
  description:
    'The session is the field requestHeader.userSessionToken of the body, with the token that login answers. OpenAPI cannot name a field of the body: a browser sends the cookie that is named here by itself, beside the field, and the cookie alone does not suffice.',
}

/** The signature of a terminal has three header fields; OpenAPI names one. */
const TERMINAL = {
  type: 'apiKey',
  in: 'header',
  name: 'Signature',
  description:
    'The signature of a terminal (RFC 9421, Ed25519), with Signature-Input and Content-Digest: see “Tills”.',
}

function securityOf({ access }: CallContract) {
  if (access === 'open') return []
  return access === 'terminal' ? [{ terminal: [] }] : [{ session: [] }]
}

function accessOf({ access }: CallContract): string {
  if (access === 'open') return 'Open: no session is needed.'
  if (access === 'terminal')
    return 'Needs the signature of a terminal: see “Tills”. This page cannot sign.'
  if (access === 'signedIn') return 'Needs a session of any role.'
  return `Needs a session of the role ${access.map((code) => `${code} ${ROLES[code].name}`).join(' or ')}.`
}

const IDEMPOTENT =
  'Changes something: the same auditNumber with the same fields gets the first answer again.'
const AUTHORIZED_HEADER = {
  responseCode: OK,
  responseDescription: AUTHORIZED,
  rrn: '000000012345',
  updatedData: null,
}
const INTRODUCTION = `Points, purchases, requests and card payments of the drivers of a network of stations, and the work of its operators. Texts for people are in Spanish.

To try a call here, execute **login** as a person of the demo data. From then on this page sends the session and another auditNumber with each request.`
