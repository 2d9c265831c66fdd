import type { Context } from '#server/context.ts'
import { GatewayUnreachable, type PaymentQueryResult } from '#server/gateway/gatewayClient.ts'

/**
 * What the gateway holds of a token; null: it was never charged and never will be.
 * @param timeoutMs how long to wait, where it is less than the setting
 * @throws GatewayUnreachable when the outcome is unknown
 */
export const queryGateway = async (
  { gateway }: Context,
  accessToken: string,
  timeoutMs?: number,
): Promise<PaymentQueryResult | null> => await gateway.query(accessToken, timeoutMs)

/**
 * The same, telling an outage from a gateway that answers but not about this token.
 * @returns undefined when the gateway answers an echo and not the query
 * @throws GatewayUnreachable when it does not answer the echo either
 */
export async function queryReachableGateway(
  context: Context,
  accessToken: string,
  timeoutMs: number,
): Promise<PaymentQueryResult | null | undefined> {
  try {
    return await queryGateway(context, accessToken, timeoutMs)
  } catch (error) {
    if (!(error instanceof GatewayUnreachable)) throw error
  }
  await context.gateway.echo(timeoutMs)
  return await queryGateway(context, accessToken, timeoutMs).catch((error: unknown) => {
    if (error instanceof GatewayUnreachable) return undefined
    throw error
  })
}
