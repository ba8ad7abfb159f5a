/** The lines of a body, as Markdown divides them: GitHub keeps the line ends it was given, a person's edit brings CRLF. */
export function lines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
