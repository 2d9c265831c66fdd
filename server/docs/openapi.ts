import { type CallContract, pathOf } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { APP_VERSION, requestHeader } from '#contract/header.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { AUTHORIZED, OK } from '#contract/responseCodes.ts'
import { DEMO_PASSWORD, DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { componentSchemas, schemaName } from '#server/docs/componentSchemas.ts'
import answers from '#server/docs/exampleAnswers.json' with { type: 'json' }
import { examples } from '#server/docs/exampleRequests.ts'
import { shiftExampleDates } from '#server/docs/shiftExampleDates.ts'
import { summaries } from '#server/docs/summaries.ts'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of all calls: fields and access rules from the contracts, texts and
 * examples from the files of this folder.
 * @param base address of the server, without a trailing slash
 * @param now date to which the examples are shifted
 * @param production leaves out the addresses, password and second factor of the demo people
 */
export function openapi(base: string, now: Date, production = false): Json {
  const document = fullDocument(base, now)
  if (!production) return document
  const text = DEMO_TEXTS.reduce(
    (shown, [demo, other]) => shown.replaceAll(demo, other),
    JSON.stringify(document),
  )
  return JSON.parse(text) as Json
}

/** Texts of the demo people, and what production shows in their place. */
const DEMO_TEXTS: [demo: string, shown: string][] = [
  [DEMO_PASSWORD, 'tu-contraseña'],
  [DEMO_SECOND_FACTOR, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'],
  // The examples shorten it where it is a part of an address.
  [DEMO_SECOND_FACTOR.slice(0, 12), 'ABCDEFGHIJKL'],
  ['demo.surtidor.uy', 'example.com'],
  ['con la gente de la demo', 'con tu cuenta'],
]

function fullDocument(base: string, now: Date): Json {
  const declared = Object.values(calls) as readonly CallContract[]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Surtidor',
      version: APP_VERSION,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${base}/api` }],
    tags: [...new Set(declared.map(({ group }) => group))].map((name) => ({
      name,
      description: GROUPS[name],
    })),
    paths: Object.fromEntries(
      declared.map((one) => [`/${pathOf(one)}`, { post: operation(one, now) }]),
    ),
    components: {
      schemas: componentSchemas(declared),
      securitySchemes: { session: SESSION },
    },
  }
}

const GROUPS: Record<CallContract['group'], string> = {
  user: 'La cuenta, la sesión, los avisos y los mensajes de una persona.',
  push: 'Los dispositivos a los que llegan avisos.',
  financial: 'Las compras y los puntos de una afiliación.',
  info: 'Las estaciones de la red.',
  loyalty: 'Afiliaciones y solicitudes.',
  payments: 'Deudas y pagos con tarjeta.',
  operator: 'Lo que ve quien trabaja en la red.',
  station: 'Lo que informa la caja de una estación.',
  passkey: 'Las llaves de acceso (passkeys) de una persona.',
}

function operation(contract: CallContract, now: Date): Json {
  const name = contract.name as CallName
  const [summary = '', ...rest] = summaries[name].split(/(?<=\.)\s/)
  const body = {
    schema: reference(schemaName(contract, 'Call')),
    example: {
      requestHeader: requestHeader({ now, random: 0.123456, platform: 'b' }),
      ...shiftExampleDates(now, examples[name] ?? {}),
    },
  }
  const answer = {
    schema: reference(schemaName(contract, 'Answer')),
    example: {
      responseHeader: AUTHORIZED_HEADER,
      ...shiftExampleDates(now, answers[name]),
    },
  }
  return {
    operationId: name,
    tags: [contract.group],
    summary,
    description: [rest.join(' '), accessOf(contract), contract.changes ? IDEMPOTENT : '']
      .filter(Boolean)
      .join('\n\n'),
    security: contract.access === 'open' ? [] : [{ session: [] }],
    ...(Array.isArray(contract.access) ? { 'x-roles': contract.access } : {}),
    requestBody: { required: true, content: { 'text/plain': body, 'application/json': body } },
    responses: {
      200: {
        description:
          'El código dice qué pasó: 00 hecho, 05 negado, 86 sin confirmar, 88 sin sesión. Los campos van solo con 00. El ejemplo es de la demo: de cada lista, su principio.',
        content: { 'application/json': answer },
      },
      400: { description: 'El cuerpo no es JSON, o trae claves prohibidas.' },
      403: { description: 'Lo mandó una página de otro sitio.' },
      413: { description: `Más de ${contract.maxBody / 1024} KiB.` },
      415: { description: 'El tipo no es text/plain ni application/json.' },
      429: { description: 'Demasiadas veces; Retry-After dice cuándo volver.' },
      503: { description: 'Algo de lo que dependemos no contesta.' },
    },
  }
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

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
    'La sesión es el campo requestHeader.userSessionToken del cuerpo, con el valor que contestó login. OpenAPI no sabe nombrar un campo del cuerpo: la cookie que figura acá la pone sola un navegador, además del campo, y no alcanza por sí misma. Un programa que no es un navegador no la manda.',
}

function accessOf({ access }: CallContract): string {
  if (access === 'open') return 'Abierta: sin sesión.'
  if (access === 'signedIn') return 'Con sesión, cualquier rol.'
  return `Con sesión y rol ${access.map((code) => `${code} ${ROLES[code].name}`).join(' o ')}.`
}

const IDEMPOTENT =
  'Cambia algo: el mismo auditNumber con el mismo cuerpo recibe la primera respuesta otra vez.'
const AUTHORIZED_HEADER = {
  responseCode: OK,
  responseDescription: AUTHORIZED,
  rrn: '000000012345',
  updatedData: null,
}
const INTRODUCTION = `Todas las llamadas son POST, \`text/plain; charset=utf-8\` con JSON adentro: \`{ requestHeader, …campos }\`, y contestan \`{ responseHeader, …campos }\`.

Los importes son centavos enteros, los combustibles mililitros, las fechas \`yyyyMMddHHmmss\` en hora de Montevideo. Lo que salió bien lleva \`responseCode\` **${OK}** (${AUTHORIZED}). Lo que se negó lleva una oración para mostrar en \`responseDescription\` y, donde un programa puede tener que distinguirlo, una palabra en \`reason\`: la oración puede cambiar, la palabra no. La lista está en el esquema ResponseHeader de la respuesta.

Para probar acá: ejecutá **login** con la gente de la demo; desde ahí esta página pone sola la sesión y un auditNumber nuevo en cada pedido.`
