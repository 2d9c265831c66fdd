import { APP_NET } from '#contract/header.ts'

/** The programs of a browser, `docs` the page of the calls. Each has a session and cookies of its own. */
export type ClientProgram = 'app' | 'console' | 'docs'

/** The header fields that tell the programs apart on the wire. */
export const CLIENT_PROGRAMS = {
  app: { netDescription: APP_NET.netDescription, xsrfCookie: 'XSRF-TOKEN' },
  console: { netDescription: 'Surtidor consola', xsrfCookie: 'XSRF-TOKEN-CONSOLE' },
  docs: { netDescription: 'Surtidor docs', xsrfCookie: 'XSRF-TOKEN-DOCS' },
} as const satisfies Record<ClientProgram, { netDescription: string; xsrfCookie: string }>
