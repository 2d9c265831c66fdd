import { toJSONSchema } from 'zod/mini'
import { APP_VERSION, requestHeader } from '#contract/header.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { AUTHORIZED, OK } from '#contract/responseCodes.ts'
import { pathOf, RequestEnvelope, ResponseEnvelope, type Service } from '#contract/service.ts'
import { type ServiceName, services } from '#contract/services.ts'
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
 */
export function openapi(base: string, now: Date): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Surtidor',
      version: APP_VERSION,
      description: INTRODUCTION,
    },
    servers: [{ url: `${base}/api/` }],
    tags: [...new Set(Object.values(services).map(({ group }) => group))].map((name) => ({ name })),
    paths: Object.fromEntries(
      Object.values(services).map((one) => [`/${pathOf(one)}`, { post: operation(one, now) }]),
    ),
  }
}

function operation(service: Service, now: Date): Json {
  const name = service.name as ServiceName
  const [summary = '', ...rest] = summaries[name].split(/(?<=\.)\s/)
  const exampleRequest = {
    requestHeader: requestHeader({ now, random: 0.123456, platform: 'b' }),
    ...shiftExampleDates(now, examples[name]),
  }
  const exampleAnswer = {
    responseHeader: AUTHORIZED_HEADER,
    ...shiftExampleDates(now, answers[name]),
  }
  const body = {
    schema: envelope(RequestEnvelope, service.request, 'input'),
    example: exampleRequest,
  }
  return {
    operationId: name,
    tags: [service.group],
    summary,
    description: [rest.join(' '), accessOf(service), service.changes ? IDEMPOTENT : '']
      .filter(Boolean)
      .join('\n\n'),
    requestBody: { required: true, content: { 'text/plain': body, 'application/json': body } },
    responses: {
      200: {
        description:
          'El código dice qué pasó: 00 hecho, 05 negado, 86 sin confirmar, 88 sin sesión. Los campos van solo con 00. El ejemplo es de la demo: de cada lista, su principio.',
        content: {
          'application/json': {
            schema: envelope(ResponseEnvelope, service.response, 'output'),
            example: exampleAnswer,
          },
        },
      },
      400: { description: 'El cuerpo no es JSON, o trae claves prohibidas.' },
      403: { description: 'Lo mandó una página de otro sitio.' },
      413: { description: 'Más de 64 KiB.' },
      415: { description: 'El tipo no es text/plain ni application/json.' },
      429: { description: 'Demasiadas veces; Retry-After dice cuándo volver.' },
      503: { description: 'Algo de lo que dependemos no contesta.' },
    },
  }
}

/** The common header and the fields of a call as one JSON schema. */
function envelope(
  outer: typeof RequestEnvelope | typeof ResponseEnvelope,
  inner: Service['request'],
  io: 'input' | 'output',
): Json {
  const toJson = (schema: unknown) => {
    const { $schema: _dialect, ...rest } = toJSONSchema(schema as never, {
      io,
      unrepresentable: 'any',
    }) as { $schema?: string; properties?: Json; required?: string[] }
    return rest
  }
  const [head, fields] = [toJson(outer), toJson(inner)]
  return {
    type: 'object',
    properties: { ...head.properties, ...fields.properties },
    required: [...(head.required ?? []), ...(io === 'input' ? (fields.required ?? []) : [])],
  }
}

function accessOf({ access }: Service): string {
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

Los importes son centavos enteros, los combustibles mililitros, las fechas \`yyyyMMddHHmmss\` en hora de Montevideo. Lo que salió bien lleva \`responseCode\` **${OK}** (${AUTHORIZED}).

Para probar acá: ejecutá **login** con la gente de la demo; desde ahí esta página pone sola la sesión y un auditNumber nuevo en cada pedido.`
