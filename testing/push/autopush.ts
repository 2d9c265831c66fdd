import { randomUUID } from 'node:crypto'
import {
  type PushRequest,
  type PushServiceStub,
  startPushService,
  vapidClaims,
} from '#testing/push/pushServiceStub.ts'
import { type WebSocketClient, webSocketServer } from '#testing/push/webSocketServer.ts'

/** Mozilla's push service, as far as a test needs it: a WebSocket for browsers, HTTP for senders. */
export interface Autopush extends PushServiceStub {
  /** For the preference `dom.push.serverURL`. */
  webSocket: string
  /** What browsers said of each delivered message: 100 is "delivered to the service worker". */
  acks: number[]
}

export async function startAutopush(): Promise<Autopush> {
  /** The browser and the key of each subscription. */
  const channels = new Map<string, { client: WebSocketClient; key: string }>()
  const acks: number[] = []
  const deliver = ({ path, headers, body }: PushRequest) => {
    const channelID = path.slice('/push/'.length)
    const channel = channels.get(channelID)
    if (!channel) return { status: 410 }
    const { publicKey, aud } = vapidClaims(headers.authorization)
    // The subscription is restricted to the key that it was made with (RFC 8292, section 4).
    if (publicKey !== channel.key || aud !== stub.origin) return { status: 403 }
    channel.client.send({
      messageType: 'notification',
      channelID,
      version: randomUUID(),
      data: body.toString('base64url'),
      headers: { encoding: headers['content-encoding'] },
    })
    return { status: 201 }
  }
  const stub = await startPushService(deliver)
  webSocketServer(stub.http, (client, message) => {
    const { messageType, channelID, key, uaid, updates } = message
    if (messageType === 'hello')
      client.send({ messageType, uaid: uaid || randomUUID(), status: 200, use_webpush: true })
    if (messageType === 'register') {
      channels.set(String(channelID), { client, key: String(key).replaceAll('=', '') })
      const pushEndpoint = `${stub.origin}/push/${String(channelID)}`
      client.send({ messageType, channelID, status: 200, pushEndpoint })
    }
    if (messageType === 'unregister') {
      channels.delete(String(channelID))
      client.send({ messageType, channelID, status: 200 })
    }
    if (messageType === 'ack') for (const { code } of updates as { code: number }[]) acks.push(code)
  })
  return { ...stub, webSocket: stub.origin.replace('http:', 'ws:'), acks }
}
