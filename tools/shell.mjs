/** How a command is started. On Windows npm, tsc and their like are scripts, which a shell starts; a program needs none. */

/**
 * The arguments of `spawn`. A shell gets one text, in which what has a space stands in quotation marks.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} [platform]
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function startOf(command, args, platform = process.platform) {
  if (platform !== 'win32' || /\.exe$/i.test(command)) return { command, args: [...args], shell: false }
  return { command: quoted(command), args: args.map(quoted), shell: true }
}

/** @param {string} text */
function quoted(text) {
  return /[\s&|<>^()]/.test(text) ? `"${text}"` : text
}
