/** Changes to the state of a shop, each a long path and a value: one field of every variant, and everything there is. */

import type { Workload } from '../workload.ts'
import { DEPARTMENTS, makeShop, PRODUCTS, VARIANTS } from './ecommerce-shop.ts'

export interface Change {
  readonly path: string
  readonly value: unknown
}

const PRODUCT_PATHS = range(DEPARTMENTS).flatMap((department) =>
  range(PRODUCTS).map((product) => `catalog.departments.dept_${department}.products.p_${product}`),
)
const VARIANT_PATHS = PRODUCT_PATHS.flatMap((path) => range(VARIANTS).map((variant) => `${path}.variants.v_${variant}`))

export const ecommerceStock: Workload = {
  name: 'ecommerce S05',
  index: 13,
  pool: 64,
  make: (random, position) => ({ changes: setStock(position === 0 ? 500 : random.integer(100, 999)) }),
}

export const ecommerceFull: Workload = {
  name: 'ecommerce FULL',
  index: 14,
  pool: 1,
  make: () => ({ changes: everyLeaf(makeShop(), '') }),
}

function setStock(inStock: number): Change[] {
  return VARIANT_PATHS.map((path) => ({ path: [path, '.inventory.inStock'].join(''), value: inStock }))
}

function everyLeaf(branch: object, prefix: string): Change[] {
  return Object.entries(branch).flatMap(([key, value]: [string, unknown]) => {
    const path = `${prefix}${key}`
    const isBranch = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isBranch ? everyLeaf(value, `${path}.`) : [{ path, value }]
  })
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number)
}
