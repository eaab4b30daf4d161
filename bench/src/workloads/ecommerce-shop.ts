/** The state of a shop: departments of products of variants, orders of items; 1,987 leaves, an array counted as one. */

export const DEPARTMENTS = 3
export const PRODUCTS = 5
export const VARIANTS = 4
const ORDERS = 10
const ITEMS = 3

const NAMES = ['Electronics', 'Clothing', 'Home & Garden']
const SLUGS = ['electronics', 'clothing', 'home-&-garden']

export function makeShop(): object {
  const items = numbered('item_', ITEMS, makeItem)
  return {
    catalog: { departments: numbered('dept_', DEPARTMENTS, makeDepartment) },
    orders: numbered('o_', ORDERS, (order) => makeOrder(order, items)),
    settings: { currency: 'USD', taxEnabled: true, freeShippingThreshold: 99.99 },
    dashboard: { totalRevenue: 125_000, totalOrders: ORDERS, avgOrderValue: 12_500, lowStockCount: 0 },
  }
}

function makeDepartment(department: number) {
  return {
    name: NAMES[department],
    slug: SLUGS[department],
    isActive: true,
    isDiscontinued: false,
    productCount: PRODUCTS,
    products: numbered('p_', PRODUCTS, (product) => makeProduct(department, product)),
  }
}

function makeProduct(department: number, product: number) {
  return {
    name: `Dept${department} Product ${product}`,
    sku: `SKU-D${department}-P${product}`,
    status: 'active',
    brand: `Brand ${(department * PRODUCTS + product) % 5}`,
    description: `Product ${product} in department ${department}`,
    variants: numbered('v_', VARIANTS, (variant) => makeVariant(department, product, variant)),
  }
}

// d, p and v as in the paths of the changes: the formulas below are the workload.
function makeVariant(d: number, p: number, v: number) {
  return {
    sku: `SKU-D${d}-P${p}-V${v}`,
    color: ['red', 'blue', 'green', 'black'][v],
    size: ['XS', 'S', 'M', 'L'][v],
    isActive: true,
    isDiscontinued: false,
    metadata: {
      createdAt: '2025-01-01T00:00:00Z',
      updatedAt: '2025-06-15T12:00:00Z',
      tags: ['bestseller', `dept-${d}`, `cat-${p % 3}`],
      origin: ['US', 'CN', 'DE', 'JP'][v],
      season: ['spring', 'summer', 'fall', 'winter'][v],
    },
    price: {
      base: 29.99 + d * 20 + p * 5,
      sale: 24.99 + d * 15 + p * 4 + v,
      wholesale: 19.99 + d * 10 + p * 3 + v,
      currency: 'USD',
      taxRate: 0.08,
      margin: 0.3 + v * 0.05,
    },
    inventory: {
      inStock: 100 + d * 50 + p * 10 + v * 5,
      reserved: d + p + v,
      warehouse: ['WH-EAST', 'WH-WEST', 'WH-CENTRAL', 'WH-SOUTH'][(p + v) % 4],
      reorderPoint: 20 + v * 5,
      isLowStock: false,
    },
    shipping: {
      weight: 0.5 + d * 0.3 + p * 0.1 + v * 0.05,
      dimensions: { l: 10 + p, w: 8 + v, h: 4 + d },
      freeShipping: (d + p + v) % 3 === 0,
      estimatedDays: 2 + ((d + p) % 5),
      carrier: ['UPS', 'FedEx', 'DHL', 'USPS'][(d + p + v) % 4],
    },
  }
}

function makeItem(item: number) {
  const [quantity, unitPrice] = [1 + item, 49.99 + item * 10]
  return { productId: `p_${item}`, variantId: `v_${item}`, quantity, unitPrice, total: quantity * unitPrice }
}

function makeOrder(order: number, items: Record<string, { readonly total: number }>) {
  return {
    status: 'pending',
    customerId: `cust_${order}`,
    total: Object.values(items).reduce((sum, { total }) => sum + total, 0),
    isPaid: false,
    isShipped: false,
    needsRefund: false,
    items,
  }
}

function numbered<T>(prefix: string, count: number, make: (number: number) => T): Record<string, T> {
  return Object.fromEntries(Array.from({ length: count }, (_, number) => [`${prefix}${number}`, make(number)]))
}
