interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (address: string) => URL }
}

/**
 * The address of a worker: the page accepts it from a Trusted Types policy only, which can be created
 * once. Each policy knows a single address.
 */
export function trustedScript(policy: string, address: string): URL | string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const created = trustedTypes?.createPolicy(policy, { createScriptURL: () => address })
  return created?.createScriptURL('') ?? address
}
