import { Droplets, Fuel, ShoppingBasket, Wrench } from 'lucide-react'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { IconCircle } from '#kit/display/IconCircle.tsx'

const OTHERS: Record<string, typeof Fuel> = {
  store: ShoppingBasket,
  wash: Droplets,
  lubrication: Wrench,
}

export function ProductIcon({ product }: { product: string }) {
  const isFuel = PRODUCTS.find(({ code }) => code === product)?.isFuel ?? true
  const icon = OTHERS[product] ?? Fuel
  return <IconCircle icon={icon} tone={isFuel ? 'brand' : 'warn'} />
}
