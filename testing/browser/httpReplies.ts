import type { IncomingMessage, ServerResponse } from 'node:http'

export type ReceivedRequest = { url: string; headers: IncomingMessage['headers']; body: string }
export type Reply = (response: ServerResponse, request: ReceivedRequest) => void

/** HTTP 200 with a response header of this code. */
export const answer =
  (code: string, fields: object = {}, header: object = {}): Reply =>
  (response) =>
    response.end(
      JSON.stringify({
        responseHeader: {
          responseCode: code,
          responseDescription: code === '00' ? 'AUTORIZADO' : 'No se puede.',
          rrn: '000000000001',
          updatedData: null,
          ...header,
        },
        ...fields,
      }),
    )
/** An HTTP status with an empty object. */
export const status =
  (code: number): Reply =>
  (response) =>
    response.writeHead(code).end('{}')
/** Ends the connection without an answer. */
export const dropConnection: Reply = (response) => response.destroy()
