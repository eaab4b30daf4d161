/** Nothing can ever settle its setup. */
export const setup = (): Promise<never> => new Promise(() => {})

export default (): number => 1
