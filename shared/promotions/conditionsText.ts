import type { Promotion } from '#contract/entities/promotion.ts'

/** For whom and where a promotion holds. */
export function conditionsText({ branches, programmeName }: Promotion): string {
  const [first, ...others] = branches
  const several = others.length > 0 ? `${branches.length} estaciones` : first?.name
  const places = `n ${several ?? 'todas las estaciones'}`
  return programmeName ? `Para ${programmeName}, e${places}` : `E${places}`
}
