import { Droplets, Fuel, ShoppingBasket, Wrench } from 'lucide-react'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { Bubble } from '#kit/display/IconCircle.tsx'

const OTHERS: Record<string, typeof Fuel> = {
  store: ShoppingBasket,
  wash: Droplets,
  lubrication: Wrench,
}

/** The round mark of what was bought: fuels in our colour, the rest in the sun's. */
export function ProductMark({ product }: { product: string }) {
  const isFuel = PRODUCTS.find(({ code }) => code === product)?.isFuel ?? true
  const Icon = OTHERS[product] ?? Fuel
  return (
    <Bubble tone={isFuel ? 'brand' : 'warn'}>
      <Icon size={20} />
    </Bubble>
  )
}
