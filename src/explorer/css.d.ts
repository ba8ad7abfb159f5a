/** A style sheet as a text: `scripts/explorer.mjs` bundles it so. */
declare module '*.css' {
  const text: string;
  export default text;
}
