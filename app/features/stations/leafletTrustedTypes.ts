/** The string that Leaflet assigns to `innerHTML` while it loads, as a test for SVG. */
const SVG_TEST = '<svg/>'

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (markup: string) => string | null }): unknown
}

// The Content-Security-Policy refuses every string as markup, and Leaflet would not load. The policy
// allows this one string; all others are refused as before.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
trustedTypes?.createPolicy('default', {
  createHTML: (markup) => (markup === SVG_TEST ? markup : null),
})
