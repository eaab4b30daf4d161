/** Its setup waits for what nothing can settle. */

export const setup = () => new Promise(() => {})
export default () => {}
